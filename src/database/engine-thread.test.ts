import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { layDatabase } from '#testing/database-setup.ts';
import type { EngineTransaction } from './engine.ts';
import { EngineThread } from './engine-thread.ts';

/** Worker threads that are running in this process. */
const threads = new Set<Worker>();
process.on('worker', (worker) => {
  threads.add(worker);
  worker.once('exit', () => threads.delete(worker));
});

let folder: string;
let engine: EngineThread;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grand-engine-'));
  await layDatabase(folder);
  engine = await EngineThread.open(join(folder, 'database'));
  await engine.query('create table kept (number int8 primary key, said jsonb, at timestamptz)');
});
beforeEach(async () => {
  await engine.query('delete from kept');
});
afterAll(async () => {
  if (!engine.closed) await engine.close();
  rmSync(folder, { recursive: true });
});

const insert = (number: number) => (one: EngineTransaction) =>
  one.query('insert into kept (number) values ($1)', [number]);
const kept = async () =>
  engine.transaction(async (one) => {
    const { rows } = await one.query<[number]>('select number from kept order by number', [], {
      rowMode: 'array',
    });
    return rows.flat();
  });

describe('EngineThread on a data folder', () => {
  it('a committed transaction is stored, and a failed one is rolled back', async () => {
    await engine.transaction(insert(1));
    const failed = engine.transaction(async (one) => {
      await insert(2)(one);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await kept()).toEqual([1]);
  });

  it('transactions run one after the other, in the order in which they began', async () => {
    const order: string[] = [];
    const named = (name: string, number: number) =>
      engine.transaction(async (one) => {
        await insert(number)(one);
        order.push(`${name} writes`);
        await one.query('select 1');
        order.push(`${name} ends`);
      });
    await Promise.all([named('first', 1), named('second', 2)]);
    expect(order).toEqual(['first writes', 'first ends', 'second writes', 'second ends']);
  });

  it('an error of PostgreSQL and a failed commit reach the caller with all fields', async () => {
    await engine.transaction(insert(1));
    const twice = engine.transaction(insert(1));
    await expect(twice).rejects.toMatchObject({
      message: expect.stringContaining('duplicate key'),
      ...{ code: '23505', table: 'kept', constraint: 'kept_pkey' },
    });
    const swallowed = engine.transaction(async (one) => {
      await insert(1)(one).catch(() => undefined);
    });
    await expect(swallowed, 'a transaction that PostgreSQL rolled back').rejects.toThrow();
    expect(await kept()).toEqual([1]);
  });

  it('values are parsed as in the main thread: numbers, JSON, and times as text', async () => {
    const at = new Date('2026-03-10T14:00:00Z');
    const rows = await engine.transaction(async (one) => {
      const values = [7, JSON.stringify({ a: [1, 'two'] }), at];
      await one.query('insert into kept values ($1, $2, $3)', values);
      return (await one.query('select *, count(*) over () as all from kept')).rows;
    });
    const time = expect.stringMatching(/^2026-03-10 /);
    expect(rows).toEqual([{ number: 7, said: { a: [1, 'two'] }, at: time, all: 1 }]);
  });

  it('a long statement does not block the main thread', async () => {
    let turns = 0;
    const beats = setInterval(() => {
      turns += 1;
    }, 5);
    await engine.query('select count(*) from generate_series(1, 3000000)');
    clearInterval(beats);
    expect(turns).toBeGreaterThan(10);
  });

  it('a query after close is rejected, and earlier commits are on the disk', async () => {
    await engine.transaction(insert(1));
    await engine.close();
    await expect(engine.query('select 1')).rejects.toThrow('closed');
    const copy = `${folder}/copy`;
    cpSync(join(folder, 'database'), copy, { recursive: true });
    engine = await EngineThread.open(copy);
    expect(await kept()).toEqual([1]);
  });
});

it('a folder that is not a database is rejected, and no thread is left running', async () => {
  const before = threads.size;
  await expect(EngineThread.open('/dev/null/nothing')).rejects.toThrow();
  expect(threads.size).toBe(before);
});

it('the process exits when the worker ends unexpectedly', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const say = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const [own] = [...threads].slice(-1);
  await own?.terminate();
  expect(exit).toHaveBeenCalledWith(1);
  expect(say).toHaveBeenCalledWith(expect.stringContaining('The database has stopped'));
  vi.restoreAllMocks();
  await expect(engine.query('select 1')).rejects.toThrow('closed');
});
