import { expect, it } from 'vitest';
import { allGone, threads } from './threads.testing.ts';
import { WorkerPool } from './worker-pool.ts';

/** The task: return, loop endlessly, or fill the memory. */
type Told = 'answer' | 'never end' | 'fill';

const poolOf = (withinMs: number) =>
  new WorkerPool<Told, string>('worker-pool-worker.testing', import.meta.url, {
    withinMs,
    memoryMb: 32,
  });

it('run() returns the result of the worker', async () => {
  await expect(poolOf(20_000).run('answer')).resolves.toBe('answered');
});

it.each(['never end', 'fill'] as const)(
  'a task that does not end well (%s) is killed and rejects, and the next one is answered',
  async (told) => {
    const pool = poolOf(3000);
    const others = threads();
    const beats = setInterval(() => (count += 1), 20);
    let count = 0;
    let own = threads();
    const ended = pool.run(told).finally(() => clearInterval(looks));
    const looks = setInterval(() => {
      own = new Set([...threads()].filter((worker) => !others.has(worker)));
    }, 20);
    await expect(ended).rejects.toThrow();
    clearInterval(beats);
    expect(own.size).toBe(1);
    await allGone(own);
    expect(count, 'this thread went on meanwhile').toBeGreaterThan(5);
    await expect(pool.run('answer')).resolves.toBe('answered');
  },
);
