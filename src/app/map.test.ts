import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const MAP = readFileSync('ARCHITECTURE.md', 'utf8');

/** Every folder that has files of its own, below `src`. */
function folders(from = 'src'): string[] {
  const entries = readdirSync(from, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory());
  const own = entries.some((entry) => entry.isFile()) ? [relative('src', from)] : [];
  return [...own, ...below.flatMap(({ name }) => folders(join(from, name)))];
}

/** The sides of a feature and what lies below them are named once for all. */
const SIDES = /^features\/[^/]+\/(server|web)(\/|$)|^database\/migrations\//;

const named = folders()
  .map((folder) => folder.split(sep).join('/'))
  .filter((folder) => folder !== '' && !SIDES.test(folder));

it.each(named)('%s is on the map', (folder) => {
  const name = folder.split('/').at(-1);
  expect(MAP).toMatch(new RegExp(`(^|[\\s/])${name}(/|\\s|$)`, 'm'));
});

it('the map names no file that is not there', () => {
  const paths = [...MAP.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)];
  expect(paths.length).toBeGreaterThan(10);
  const missing = paths.flatMap(([, path = '']) => (isThere(path) ? [] : [path]));
  expect(missing).toEqual([]);
});

/** Below `src`, by its feature's name, or of the scripts and benches beside it. */
function isThere(path: string): boolean {
  return ['src', 'src/features', '.'].some((folder) => existsSync(join(folder, path)));
}
