// Loaded into a measured server: answers each message with the resources that the process has used
// so far. 'watch' starts or restarts the measurement of the event loop delay; it is off by default,
// because it wakes the process a thousand times a second. 'settle' collects garbage before
// answering, if node was started with --expose-gc.
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
