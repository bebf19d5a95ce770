import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const RULES = 'src/kit/web/fonts.css';
const FOLDER = '.cache/fonts';
const FAMILIES = '@fontsource-variable';

/** A rule's file: the name of the subset, then the file in its package. */
const ADDRESS = /url\("~subset\/(\w+)\/([^"]+)"\)/;

/** What one rule of the style sheet asks of a font's file. */
export interface Subset {
  readonly name: string;
  readonly file: string;
  readonly characters: string;
  /** Of the weight axis of a variable font. */
  readonly weights: { readonly min: number; readonly max: number };
}

/**
 * Makes the files that `~subset/…` in the style sheet of the fonts leads to. Each `@font-face` says by
 * its `unicode-range` and `font-weight` what its file holds, so that the two cannot part.
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

/** Throws where a rule does not say which characters or weights it is for. */
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

/** Of a list such as `U+30-39, U+2013`. */
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
