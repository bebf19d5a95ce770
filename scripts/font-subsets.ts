import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const RULES = 'src/platform/web/fonts.css';
const FOLDER = '.cache/fonts';
const FAMILIES = '@fontsource-variable';

/** Matches the URL of a font rule: the name of the subset, then the file in the font's package. */
const ADDRESS = /url\("~subset\/(\w+)\/([^"]+)"\)/;

/** The font file for one `@font-face` rule. */
export interface Subset {
  readonly name: string;
  readonly file: string;
  readonly characters: string;
  /** Range on the weight axis of a variable font. */
  readonly weights: { readonly min: number; readonly max: number };
}

/**
 * Creates the files of `~subset/…` in the fonts style sheet. The `unicode-range` and `font-weight`
 * of each `@font-face` define the content of its file, so rule and file always match.
 */
export function fontSubsets(): Plugin {
  return {
    name: 'font-subsets',
    async config() {
      await Promise.all(subsetsIn(readFileSync(RULES, 'utf8')).map(write));
      return { resolve: { alias: [{ find: '~subset', replacement: resolve(FOLDER) }] } };
    },
  };
}

/** Throws if a rule has no characters or weights. */
export function subsetsIn(styles: string): Subset[] {
  const rules = styles.match(/@font-face \{[^}]*\}/g) ?? [];
  return rules.map((rule) => {
    const [, name, file] = ADDRESS.exec(rule) ?? [];
    const [, min, max] = /font-weight: (\d+) (\d+);/.exec(rule) ?? [];
    const [, ranges] = /unicode-range:([^;]*);/.exec(rule) ?? [];
    if (!name || !file || !min || !max || !ranges) throw new Error(`No subset: ${rule}`);
    const weights = { min: Number(min), max: Number(max) };
    return { name, file, weights, characters: charactersIn(ranges) };
  });
}

/** Parses a list such as `U+30-39, U+2013`. */
function charactersIn(ranges: string): string {
  return [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    .flatMap(([, first = '', last = first]) => {
      const from = Number.parseInt(first, 16);
      const count = Number.parseInt(last, 16) - from + 1;
      return Array.from({ length: count }, (_, at) => String.fromCodePoint(from + at));
    })
    .join('');
}

async function write({ name, file, characters, weights }: Subset): Promise<void> {
  const source = createRequire(import.meta.url).resolve(`${FAMILIES}/${file}`);
  const made = await subsetFont(readFileSync(source), characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  });
  const target = join(FOLDER, name, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, made);
}
