import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

/** Says for how long the largest household's lists and the largest bodies hold the event loop. */
const { values } = parseArgs({ options: { database: { type: 'string', default: 'postgres' } } });

const project = `server-${values.database}`;
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project];
const child = spawn(process.execPath, [...vitest, 'src/app/event-loop.test.ts'], {
  env: { ...process.env, LOOP_REPORT: 'yes' },
  stdio: 'inherit',
});
const [code] = await once(child, 'exit');
process.exitCode = code === 0 ? 0 : 1;
