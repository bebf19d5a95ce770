import { parseArgs } from 'node:util';
import { runTest } from './support/run-test.ts';

/**
 * Simulates random days of doses: late, repeated and reordered presses on two tablets and in the
 * panel, edits, moves, restarts and wrong clocks. The runs are divided into batches with separate
 * seeds, so that partial results are available. If an invariant of a dose breaks, prints the seed
 * and the shortest failing sequence, and exits with 1.
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
