import { parseArgs } from 'node:util';
import { runTest } from './support/run-test.ts';

/**
 * Sends mutations of valid requests to every endpoint, or to those that match `--route`. Exits with
 * 1 when an answer fails or is slow, or another household is affected.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000' },
    route: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'embedded' },
  },
});

const passed = await runTest('tests/system/fuzz.test.ts', values.database, {
  FUZZ_REQUESTS: values.requests,
  FUZZ_ROUTE: values.route,
  FUZZ_SEED: values.seed,
});
process.exitCode = passed ? 0 : 1;
