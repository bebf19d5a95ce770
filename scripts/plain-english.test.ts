import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

/** Runs the check in a new folder with these files. */
function check(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'plain-english-'));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { status, stdout } = spawnSync(
    process.execPath,
    ['scripts/plain-english.mjs', folder, '--list'],
    { encoding: 'utf8' },
  );
  return { status, lines: stdout.split('\n') };
}

test.each([
  ['a comment that starts with a noun clause', 'src/a.ts', '/** What is stored of a dose. */\n'],
  ['a line comment with an unusual phrase', 'src/a.ts', '// The server is told of it once.\n'],
  ['the second line of a comment', 'src/a.ts', '/**\n * Sends it\n * once more.\n */\n'],
  ['a comment of a style sheet', 'src/a.css', '/* Of the bar, where it is low. */\n'],
  ['a title that is a fragment', 'src/a.test.ts', "test('of nothing is nothing', () => {});\n"],
  ['a title of two words', 'src/a.test.ts', "test('works well', () => {});\n"],
  ['a title of a browser test', 'e2e/a.spec.ts', "test('is kept for good here', () => {});\n"],
  ['an exported limit', 'src/a.ts', 'export const MOST_ROWS = 5;\n'],
  ['an exported function', 'src/a.ts', 'export function tellPeople(): void {}\n'],
  ['an exported hook', 'src/a.ts', 'export const useKeptRows = 1;\n'],
  ['an exported type', 'src/a.ts', 'export interface RowsUnderWay {}\n'],
  ['a sentence of a guide', 'docs/a.md', 'What is stored there is deleted after a year.\n'],
  ['a very long sentence', 'README.md', `The server ${'writes and '.repeat(30)}reads rows.\n`],
])('%s is reported with its place', (_, file, text) => {
  const { status, lines } = check({ [file]: text });
  expect(lines.filter((line) => line.startsWith(`${file}:1: `))).toHaveLength(1);
  expect(status).toBe(1);
});

test('plain comments, titles, names and guides pass', () => {
  const { status, lines } = check({
    'src/a.ts':
      '/** Stores the answer; requires the row lock. */\nexport const MAX_ROWS = 5;\n// biome-ignore lint: a reason\nexport function storeAnswer(): void {}\n',
    'src/a.test.ts':
      "describe('storeAnswer', () => {\n  it('a second answer replaces the first one', () => {});\n});\n",
    'docs/a.md': '# Backups\n\nThe command writes one file.\n\n```\nwhat is in a code block\n```\n',
  });
  expect(lines.slice(0, 4).map((line) => line.split(' hard')[0])).toEqual([
    'comments: 0 of 1',
    'titles: 0 of 2',
    'names: 0 of 2',
    'docs: 0 of 1',
  ]);
  expect(status).toBe(0);
});

test('a small share of hard comments passes, and is listed', () => {
  const plain = Array.from(
    { length: 150 },
    (_, row) => `/** Returns row ${row} of the table. */\n`,
  );
  const { status, lines } = check({
    'src/a.ts': `${plain.join('\n')}\n/** Whoever reads it. */\n`,
  });
  expect(lines[0]).toBe('src/a.ts:301: Whoever reads it.');
  expect(status).toBe(0);
});
