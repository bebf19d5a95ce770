import type { CSSOptions } from 'vite';

type PostCss = Exclude<CSSOptions['postcss'], string | undefined>;

/**
 * Puts the height of the largest window (vh) before each height of the window as it is now (dvh), which
 * Chrome has from 108 on: an older browser takes the first, every other one the second.
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
