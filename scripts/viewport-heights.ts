import type { CSSOptions } from 'vite';

type PostCss = Exclude<CSSOptions['postcss'], string | undefined>;

/**
 * Adds a fallback in vh (largest viewport) before each height in dvh (current viewport). Chrome
 * supports dvh since 108; browsers use the last declaration that they support.
 */
export const viewportHeights: NonNullable<PostCss['plugins']>[number] = {
  postcssPlugin: 'viewport-heights',
  Declaration(declaration) {
    const { value } = declaration;
    const older = value.replace(/(\d)dvh\b/g, '$1vh');
    const before = declaration.prev();
    if (older === value || (before?.type === 'decl' && before.value === older)) return;
    declaration.cloneBefore({ value: older });
  },
};
