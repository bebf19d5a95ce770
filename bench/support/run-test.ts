import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs one test file with the given kind of database; returns true if the tests passed. */
export async function runTest(
  file: string,
  database: string,
  variables: Readonly<Record<string, string>>,
): Promise<boolean> {
  const vitest = 'node_modules/vitest/vitest.mjs';
  const child = spawn(process.execPath, [vitest, 'run', '--project', `server-${database}`, file], {
    // TEST_FULL is set, because without it the embedded project excludes tests that also run on
    // PostgreSQL.
    env: { ...process.env, TEST_FULL: 'yes', ...variables },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}
