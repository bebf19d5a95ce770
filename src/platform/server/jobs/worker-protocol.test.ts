import { expect, it } from 'vitest';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import { allGone, threads } from './threads.testing.ts';
import { WorkerPool } from './worker-pool.ts';
import { BeyondLimits } from './worker-protocol.ts';
import type { TalkTask } from './worker-protocol-worker.testing.ts';

const pool = new WorkerPool<TalkTask, void>('worker-protocol-worker.testing', import.meta.url, {
  withinMs: SECOND_MS,
  memoryMb: 32,
});

const talk = () => pool.talk<string, string>({ name: 'Ada' });

it('a worker answers each question and keeps its state in between', async () => {
  const worker = talk();
  expect(await Promise.all([worker.ask('who'), worker.ask('again')])).toEqual(['Ada 1', 'Ada 2']);
  expect(await worker.ask('who')).toBe('Ada 3');
  await worker.end();
  await expect(worker.ask('who')).rejects.toThrow('has ended');
});

it('a refusal of the worker rejects with it, and the worker answers the next question', async () => {
  const worker = talk();
  const refused = await worker.ask('refuse').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ status: 400, code: 'invalid-input', message: 'Not this.' });
  await expect(worker.ask('fail')).rejects.toMatchObject({ code: 'ENOSPC', message: 'full' });
  expect(await worker.ask('who')).toBe('Ada 3');
  await worker.end();
});

it('a slow worker is not killed while it sends signs of life', async () => {
  const worker = talk();
  expect(await worker.ask('take your time')).toBe('Ada 1');
  await worker.end();
});

it.each(['never end', 'fill'])('a worker that does not end (%s) is killed', async (question) => {
  const worker = talk();
  await worker.ask('who');
  const own = threads();
  expect(own.size).toBeGreaterThan(0);
  await expect(worker.ask(question)).rejects.toBeInstanceOf(BeyondLimits);
  await allGone(own);
  await expect(worker.ask('who')).rejects.toBeInstanceOf(BeyondLimits);
  await worker.end();
  const next = talk();
  expect(await next.ask('who')).toBe('Ada 1');
  await next.end();
});
