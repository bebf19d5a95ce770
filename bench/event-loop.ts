import { parseArgs } from 'node:util';
import { runTest } from './support/run-test.ts';

/**
 * Measures how long the largest household's lists and the largest request bodies block the event
 * loop.
 */
const { values } = parseArgs({ options: { database: { type: 'string', default: 'postgres' } } });

const passed = await runTest('tests/system/event-loop.test.ts', values.database, {
  LOOP_REPORT: 'yes',
});
process.exitCode = passed ? 0 : 1;
