import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

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

const project = `server-${values.database}`;
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project];
const env = {
  ...process.env,
  FUZZ_REQUESTS: values.requests,
  FUZZ_ROUTE: values.route,
  FUZZ_SEED: values.seed,
};
const child = spawn(process.execPath, [...vitest, 'src/app/fuzz.test.ts'], {
  env,
  stdio: 'inherit',
});
const [code] = await once(child, 'exit');
process.exitCode = code === 0 ? 0 : 1;
