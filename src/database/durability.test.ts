import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { layDatabase } from '#testing/database-setup.ts';
import { seeded, type WatchedDisk, watchDisk } from '#testing/power-cut.ts';
import { openFolder } from './engine.ts';

/** `npm test -- full` runs more kills and seeds. */
const KILLS = process.env.TEST_FULL ? 10 : 4;
const CUTS_PER_SEED = 4;
const SEEDS = process.env.TEST_FULL ? [1, 2, 3] : [1];

let root: string;
/** Closed data folder of a new database; each test works on a copy. */
let fresh: string;
let disk: WatchedDisk | undefined;

beforeAll(async () => {
  root = fs.mkdtempSync(join(tmpdir(), 'grand-durability-'));
  fresh = join(root, 'fresh');
  await layDatabase(fresh);
});

afterEach(() => {
  disk?.stop();
  disk = undefined;
});

afterAll(() => {
  fs.rmSync(root, { recursive: true, force: true });
});

describe('durability of the embedded database', () => {
  test('the log is synced once for each commit, before the commit is acknowledged', async () => {
    disk = watchDisk();
    const pglite = await openFolder(join(copyOfFresh('syncs'), 'database'));
    await pglite.exec('create table kept (number int)');
    const before = disk.syncs();
    for (let number = 0; number < 10; number += 1) {
      await pglite.transaction((one) => one.query('insert into kept values ($1)', [number]));
    }
    const syncs = disk.syncs() - before;
    await pglite.close();
    expect(syncs).toBeGreaterThanOrEqual(10);
    expect(syncs).toBeLessThan(20);
  });

  test('no timer exceeds the limit of Node when the clock goes back by a year', async () => {
    const folder = join(copyOfFresh('timers'), 'database');
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 365 * 24 * 3_600_000 });
    const timers = followTimersOfPGlite();
    const pglite = await openFolder(folder);
    await pglite.transaction((one) => one.query('select count(*) from pg_class'));
    // The timer with which PostgreSQL reports its statistics after 10 seconds, computed from the
    // wall clock.
    const report = timers.find(({ delay }) => delay === 10_000)?.callback;
    vi.setSystemTime(now);
    timers.length = 0;
    report?.();
    const delays = timers.map(({ delay }) => delay);
    vi.useRealTimers();
    await pglite.close();
    expect(delays).toEqual([2 ** 31 - 1]);
  });

  test(`no acknowledged row is lost when the process is killed ${KILLS} times`, async () => {
    const dataDir = copyOfFresh('kills');
    const random = seeded(7);
    let next = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const acknowledged = await writeUntilKilled(dataDir, next, 1 + Math.floor(random() * 150));
      next = acknowledged + 1;
    }
    const pglite = await openFolder(join(dataDir, 'database'));
    const missing = await missingRows(pglite, next);
    await pglite.close();
    expect(next).toBeGreaterThan(KILLS);
    expect(missing).toEqual([]);
  }, 90_000);

  test.each(SEEDS)(
    'the database opens after a power cut with every acknowledged row (seed %i)',
    async (seed) => {
      for (const { copy, acknowledged } of await workUntilCut(seed)) {
        const pglite = await openFolder(copy);
        expect(await missingRows(pglite, acknowledged)).toEqual([]);
        expect(await indexedRows(pglite)).toEqual(await scannedRows(pglite));
        await pglite.close();
        fs.rmSync(copy, { recursive: true });
      }
    },
    60_000,
  );
});

interface Timer {
  readonly callback: () => void;
  readonly delay: number | undefined;
}

/** Collects the timers that PGlite sets from now on, without those of the test runner. */
function followTimersOfPGlite(): Timer[] {
  const armed: Timer[] = [];
  const { setTimeout: arm } = globalThis;
  const follow = (...given: Parameters<typeof arm>) => {
    const [callback, delay] = given;
    if (new Error().stack?.includes('@electric-sql/pglite')) armed.push({ callback, delay });
    return arm(...given);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(follow as typeof setTimeout);
  return armed;
}

function copyOfFresh(name: string): string {
  const copy = join(root, name);
  fs.cpSync(fresh, copy, { recursive: true });
  return copy;
}

/**
 * Starts a writer, lets it acknowledge `rows` rows and kills it; returns the last acknowledged
 * number.
 */
async function writeUntilKilled(dataDir: string, from: number, rows: number): Promise<number> {
  const program = join(inject('serverBundle'), 'rows-writer.js');
  const child = spawn(process.execPath, [program, dataDir, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.split('\n').length > rows) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  const lines = said.split('\n').slice(0, -1);
  return Number(lines.at(-1));
}

interface Cut {
  copy: string;
  /** Rows from 0 up to, but not including, this number were acknowledged. */
  acknowledged: number;
}

/** Writes rows with updates and checkpoints in between, and simulates power cuts during writes. */
async function workUntilCut(seed: number): Promise<Cut[]> {
  const folder = join(copyOfFresh(`work-${seed}`), 'database');
  const watched = watchDisk();
  disk = watched;
  const random = seeded(seed);
  const pglite = await openFolder(folder);
  await pglite.exec('create table kept (number int primary key, filler text)');
  const cuts: Cut[] = [];
  let acknowledged = 0;
  let writesLeft = 20 + Math.floor(random() * 100);
  watched.onWrite = () => {
    writesLeft -= 1;
    if (writesLeft !== 0 || cuts.length === CUTS_PER_SEED) return;
    writesLeft = 20 + Math.floor(random() * 300);
    const copy = join(root, `cut-${seed}-${cuts.length}`);
    cuts.push({ copy, acknowledged });
    watched.cut(folder, copy, random);
  };
  for (; cuts.length < CUTS_PER_SEED; acknowledged += 1) {
    await pglite.query("insert into kept values ($1, repeat('x', 500))", [acknowledged]);
    if (random() < 0.1) await pglite.exec("update kept set filler = filler || 'y'");
    if (random() < 0.05) await pglite.exec('checkpoint');
  }
  watched.stop();
  await pglite.close();
  return cuts;
}

async function missingRows(pglite: PGlite, count: number): Promise<unknown[]> {
  const { rows } = await pglite.query(
    `select number from generate_series(0, ${count - 1}) as wanted (number)
     where not exists (select from kept where kept.number = wanted.number)`,
  );
  return rows;
}

const READ = 'select number, length(filler) from kept where number >= 0 order by number';

async function indexedRows(pglite: PGlite): Promise<unknown[]> {
  await pglite.exec('set enable_seqscan = off; set enable_bitmapscan = off');
  return (await pglite.query(READ)).rows;
}

async function scannedRows(pglite: PGlite): Promise<unknown[]> {
  await pglite.exec('set enable_seqscan = on; set enable_indexscan = off');
  return (await pglite.query(READ)).rows;
}
