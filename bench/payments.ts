import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
  },
});

/** Sequences of one process, because the stand-in searches all its customers at each request. */
const AT_ONCE = 100;

const count = Number(values.sequences);
const first = Number(values.from);
const after = first + count;
const began = performance.now();
let areGood = true;
for (let from = first; from < after; from += AT_ONCE) {
  areGood = runSome(from, Math.min(AT_ONCE, after - from)) && areGood;
}
console.table({
  sequences: count,
  'from the seed': first,
  minutes: ((performance.now() - began) / MINUTE_MS).toFixed(1),
  'all as it is at Stripe, never two that live': areGood,
});
process.exitCode = areGood ? 0 : 1;

/** Runs the sequence test, which runs only a few seeds by default and reports failing ones. */
function runSome(from: number, many: number): boolean {
  const test = 'src/features/subscription/server/sequences.test.ts';
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server-embedded', test],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        PAYMENT_SEQUENCES: String(many),
        PAYMENT_SEQUENCES_FROM: String(from),
      },
    },
  );
  return status === 0;
}
