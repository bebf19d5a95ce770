import { parseArgs } from 'node:util';
import { runTest } from './support/run-test.ts';

/**
 * Lives many random days of doses: presses of two tablets and the panel, late, twice and out of
 * order, edits, moves, restarts, wrong clocks. In batches, each with a seed of its own, so that what
 * is known so far is there. Exits with 1, and says the seed and the shortest sequence, when one
 * breaks what every dose is promised.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    batch: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'embedded' },
  },
});

const test = 'src/features/medications/server/dose-sequences.test.ts';

const [wanted, batch] = [Number(values.runs), Number(values.batch)];
let broken = 0;
for (let lived = 0, seed = Number(values.seed); lived < wanted; lived += batch, seed += 1) {
  const runs = Math.min(batch, wanted - lived);
  const lives = { DOSE_SEQUENCES: String(runs), DOSE_SEED: String(seed) };
  if (!(await runTest(test, values.database, lives))) broken += 1;
  console.log(`${lived + runs} of ${wanted} sequences lived, ${broken} batches broken`);
}
process.exitCode = broken === 0 ? 0 : 1;
