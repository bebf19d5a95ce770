import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
  },
});

// The test of the same name runs a few of them; what is wrong with a seed it says there.
const began = performance.now();
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'server-embedded',
    'src/features/subscription/server/sequences.test.ts',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PAYMENT_SEQUENCES: values.sequences,
      PAYMENT_SEQUENCES_FROM: values.from,
    },
  },
);
console.table({
  sequences: Number(values.sequences),
  'from the seed': Number(values.from),
  minutes: ((performance.now() - began) / 60_000).toFixed(1),
  'all as it is at Stripe, never two that live': status === 0,
});
process.exitCode = status ?? 1;
