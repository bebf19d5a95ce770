import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, isMet } from './support/figures.ts';

/**
 * The benches that have figures of the goals, and how they are run in about a minute each; `open-day`
 * takes two or three, since the heap of a shorter time is mostly the engine's compiling, and so does
 * `many-tablets` for what its tablets ask first.
 */
const BENCHES: readonly (readonly [name: string, ...options: string[]])[] = [
  ['polls'],
  ['photo-list', '--photos', '1000'],
  ['dose-log'],
  ['sign-in'],
  ['live', '--lines', '2000'],
  ['home-start', '--rounds', '3'],
  ['shared-minute', '--households', '1000', '--rounds', '2'],
  ['cold-start', '--seconds', '20'],
  ['many-tablets'],
  ['history'],
  ['photos'],
  ['photo-grid'],
  ['pop-up'],
  ['open-day'],
  ['commits', '--seconds', '2', '--rounds', '3'],
  ['sizes'],
];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Every goal with what was measured: one table, from one command. */
async function table(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'grand-table-'));
  const file = join(folder, 'figures');
  writeFileSync(file, '');
  try {
    for (const [name, ...options] of BENCHES) {
      const began = performance.now();
      await run(name, options, file);
      say(`  ${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    for (const line of rows(lines.map((each): Figure => JSON.parse(each)))) say(line);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a bench says is kept for when it fails to measure at all; a goal that is missed is a figure. */
function run(name: string, options: readonly string[], file: string): Promise<void> {
  const args = ['--import', 'tsx', `bench/${name}.ts`, ...options];
  const env = { ...process.env, BENCH_FIGURES: file };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += String(data);
    });
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      if (code !== 0 && !said.includes('OVER')) say(said);
      resolve();
    });
  });
}

function rows(figures: readonly Figure[]): string[] {
  const cells = figures.map(({ goal, what, figure, unit, ...asked }) => [
    goal,
    what,
    `${rounded(figure)} ${unit}`,
    asked.least === undefined
      ? `at most ${rounded(asked.most ?? figure)}`
      : `at least ${rounded(asked.least)}`,
    isMet({ figure, ...asked }) ? 'met' : 'NOT MET',
  ]);
  const all = [['goal', 'what', 'measured', 'asked', ''], ...cells];
  const widths = all[0]?.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0))) ?? [];
  return all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}

await table();
