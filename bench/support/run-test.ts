import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs one test file on that kind of database; returns true if it passed. */
export async function runTest(
  file: string,
  database: string,
  variables: Readonly<Record<string, string>>,
): Promise<boolean> {
  const vitest = 'node_modules/vitest/vitest.mjs';
  const child = spawn(process.execPath, [vitest, 'run', '--project', `server-${database}`, file], {
    // Without TEST_FULL the embedded project excludes tests that PostgreSQL runs.
    env: { ...process.env, TEST_FULL: 'yes', ...variables },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}
