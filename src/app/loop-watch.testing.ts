import { readFileSync } from 'node:fs';

/** How long something held the event loop, in milliseconds. */
export interface Held {
  /** What this thread computed between two of its turns. */
  readonly cpu: number;
  /** Between two turns by the clock, in which others may have had the machine. */
  readonly wall: number;
}

/** Watches every turn of this thread's event loop; answers the longest that it was held. */
export function watchLoop(): () => Held {
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

/** CPU of this thread alone where the system says it, else of the whole process, in milliseconds. */
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
