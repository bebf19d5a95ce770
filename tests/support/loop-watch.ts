import { readFileSync } from 'node:fs';

/** Maximum time for which the event loop was blocked, in milliseconds. */
export interface Standstill {
  /** CPU time of this thread between two turns. */
  readonly cpu: number;
  /** Wall-clock time between two turns, which includes time of other programs. */
  readonly wall: number;
}

/**
 * Measures every turn of this thread's event loop. The returned function stops measuring and
 * returns the maximum.
 */
export function watchLoop(): () => Standstill {
  let [cpu, wall] = [0, 0];
  let before = { cpu: threadCpuMs(), wall: performance.now() };
  const look = () => {
    const now = { cpu: threadCpuMs(), wall: performance.now() };
    cpu = Math.max(cpu, now.cpu - before.cpu);
    wall = Math.max(wall, now.wall - before.wall);
    before = now;
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return { cpu, wall };
  };
}

/** CPU time of this thread on Linux, otherwise of the whole process, in milliseconds. */
export function threadCpuMs(): number {
  if (process.platform === 'linux') {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(
      ' ',
    );
    return Number(nanoseconds) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
