import type { Worker } from 'node:worker_threads';
import { expect } from 'vitest';

const alive = new Set<Worker>();

process.on('worker', (worker) => {
  alive.add(worker);
  worker.once('exit', () => alive.delete(worker));
});

/** Returns the running worker threads of this process. */
export function threads(): ReadonlySet<Worker> {
  return new Set(alive);
}

/** Resolves when these threads have ended; fails after 5 seconds. */
export async function allGone(these: ReadonlySet<Worker>): Promise<void> {
  const left = () => [...these].filter((worker) => alive.has(worker)).length;
  await expect.poll(left, { timeout: 5_000, message: 'threads that are still there' }).toBe(0);
}
