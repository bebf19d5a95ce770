import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const MAP = readFileSync('ARCHITECTURE.md', 'utf8');

/** Lists every folder below `src` that directly contains files. */
function folders(from = 'src'): string[] {
  const entries = readdirSync(from, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory());
  const own = entries.some((entry) => entry.isFile()) ? [relative('src', from)] : [];
  return [...own, ...below.flatMap(({ name }) => folders(join(from, name)))];
}

/** Folders that the map describes only once, for all features. */
const SIDES = /^features\/[^/]+\/(server|web)(\/|$)|^database\/migrations\//;

const named = folders()
  .map((folder) => folder.split(sep).join('/'))
  .filter((folder) => folder !== '' && !SIDES.test(folder));

it.each(named)('the folder %s is on the map', (folder) => {
  const name = folder.split('/').at(-1);
  expect(MAP).toMatch(new RegExp(`(^|[\\s/])${name}(/|\\s|$)`, 'm'));
});

it('every file that the map names exists', () => {
  const paths = [...MAP.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)];
  expect(paths.length).toBeGreaterThan(10);
  const missing = paths.flatMap(([, path = '']) => (isThere(path) ? [] : [path]));
  expect(missing).toEqual([]);
});

/** True if the path exists below `src`, `src/features` or the repository root. */
function isThere(path: string): boolean {
  return ['src', 'src/features', '.'].some((folder) => existsSync(join(folder, path)));
}
