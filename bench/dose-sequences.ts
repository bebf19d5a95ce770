import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

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
const project = `server-${values.database}`;
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, test];

async function live(runs: number, seed: number): Promise<boolean> {
  const env = { ...process.env, DOSE_SEQUENCES: String(runs), DOSE_SEED: String(seed) };
  const [code] = await once(spawn(process.execPath, vitest, { env, stdio: 'inherit' }), 'exit');
  return code === 0;
}

const [wanted, batch] = [Number(values.runs), Number(values.batch)];
let broken = 0;
for (let lived = 0, seed = Number(values.seed); lived < wanted; lived += batch, seed += 1) {
  const runs = Math.min(batch, wanted - lived);
  if (!(await live(runs, seed))) broken += 1;
  console.log(`${lived + runs} of ${wanted} sequences lived, ${broken} batches broken`);
}
process.exitCode = broken === 0 ? 0 : 1;
