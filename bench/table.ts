import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, isMet } from './support/figures.ts';

type Bench = readonly [name: string, ...options: string[]];

/**
 * Benches with figures for the goals, with options for about half a minute each. Those in one list
 * run concurrently: `pop-up` waits for a minute, `open-day` takes two minutes because the heap of a
 * shorter run is mostly compiled code, `history` compares two costs within one process, and `sizes`
 * counts bytes.
 */
const BENCHES: readonly (readonly Bench[])[] = [
  [['polls']],
  [['photo-list', '--photos', '1000', '--album']],
  [['dose-log']],
  [['sign-in']],
  [['live', '--lines', '2000']],
  [['home-start', '--rounds', '3']],
  [['shared-minute', '--households', '1000', '--rounds', '2']],
  [['cold-start', '--seconds', '15']],
  [['many-tablets', '--seconds', '5']],
  [['photos']],
  [['photo-grid']],
  [['pop-up'], ['open-day', '--hours', '18'], ['history'], ['sizes']],
  [['commits', '--seconds', '2', '--rounds', '3']],
];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the benches and prints a table of all goals with their figures. */
async function table(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'grand-table-'));
  const file = join(folder, 'figures');
  writeFileSync(file, '');
  try {
    const began = performance.now();
    for (const together of BENCHES) await Promise.all(together.map((bench) => run(bench, file)));
    say(`  all: ${seconds(began)} s`);
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    for (const line of rows(lines.map((each): Figure => JSON.parse(each)))) say(line);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the output only if a bench fails to measure; a missed goal is a figure, not a failure. */
function run([name, ...options]: Bench, file: string): Promise<void> {
  const began = performance.now();
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
      say(`  ${name}: ${seconds(began)} s`);
      if (code !== 0 && !said.includes('OVER')) say(said);
      resolve();
    });
  });
}

const seconds = (began: number) => ((performance.now() - began) / 1_000).toFixed(0);

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
