// Loaded before a server under measurement: answers each message with what the process used so far.
// 'watch' begins (anew) to measure how late its event loop is, which wakes it a thousand times a
// second, so that a server that is not watched spends nothing on it; 'settle' collects garbage first,
// where node was started with --expose-gc.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });

process.on('message', (message) => {
  if (message === 'settle') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const lagP99 = delay.percentile(99) / 1e6;
  if (message === 'watch') {
    delay.enable();
    delay.reset();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ cpu: user + system, memory: rss, held: heapUsed + external, lagP99 });
});
