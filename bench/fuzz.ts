import { parseArgs } from 'node:util';
import { runTest } from './support/run-test.ts';

/**
 * Asks every call, or those whose line holds `--route`, so many times with neighbours of a valid
 * one. Exits with 1 when an answer failed or was slow, or when another household was touched.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000' },
    route: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'embedded' },
  },
});

const passed = await runTest('src/app/fuzz.test.ts', values.database, {
  FUZZ_REQUESTS: values.requests,
  FUZZ_ROUTE: values.route,
  FUZZ_SEED: values.seed,
});
process.exitCode = passed ? 0 : 1;
