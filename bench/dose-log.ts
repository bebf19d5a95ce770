import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findPostgres, startPostgres } from '../tests/support/postgres.ts';
import { type Cost, sum } from './support/cpu-cost.ts';
import { median } from './support/database-cpu.ts';
import {
  costOfLogs,
  type Logging,
  productLogging,
  referenceLogging,
} from './support/dose-logging.ts';
import { REFERENCE } from './support/reference.ts';

/**
 * Limit of this bench: maximum CPU of server and database for recording a dose, relative to the
 * reference server.
 */
const LIMIT = 0.9;

/** Desired value. */
const GOAL = 0.3;

/**
 * Number of warm-up rounds, after which V8 has compiled the code of both servers, as in a server
 * that has run for days.
 */
const WARM_UP = 5;
const ROUNDS = 7;
const LOGS = 300;

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values: options } = parseArgs({
  options: {
    /** Path of the server program of another build, which is measured in the same rounds. */
    beside: { type: 'string' },
  },
});

/**
 * Measures the CPU of the server and the database for a press of Taken, in turn with the reference
 * server.
 */
async function benchDoseLog(): Promise<boolean> {
  const found = findPostgres();
  if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
  const postgres = await startPostgres(found);
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-bench-'));
  const subjects: Logging[] = [];
  try {
    const where = { url: postgres.url, dataDir };
    subjects.push(await productLogging('this build', 'dist/server/server.js', where));
    if (options.beside) {
      subjects.push(await productLogging('the other build', options.beside, where));
    }
    subjects.push(await referenceLogging(postgres.url));
    return await compare(subjects, postgres.url);
  } finally {
    await Promise.all(subjects.map(({ server }) => server.stop()));
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function compare(subjects: readonly Logging[], url: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  const costs = await measure(subjects, client).finally(() => client.end());
  return tell(costs);
}

type Costs = Map<string, Cost[]>;

async function measure(subjects: readonly Logging[], client: pg.Client): Promise<Costs> {
  const costs: Costs = new Map();
  let next = 0;
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const subject of subjects) {
      const cost = await costOfLogs(subject, client, { from: next, logs: LOGS });
      if (round >= 0) costs.set(subject.name, [...(costs.get(subject.name) ?? []), cost]);
    }
    next += LOGS;
  }
  return costs;
}

function tell(costs: Costs): boolean {
  const least = costs.get(REFERENCE) ?? [];
  say(`CPU of a dose log, ${ROUNDS} rounds of ${LOGS}, turn about: server + database`);
  let ratioOfThis = Number.NaN;
  for (const [name, all] of costs) {
    const ratio = median(all.map((cost, at) => sum(cost) / sum(least[at])));
    if (name === 'this build') ratioOfThis = ratio;
    const ms = (value: number) => (value / 1000).toFixed(2);
    const [node, database] = [median(all.map((c) => c.node)), median(all.map((c) => c.database))];
    say(`  ${name}: ${ms(node)} + ${ms(database)} ms, ${ratio.toFixed(2)} times ${REFERENCE}`);
  }
  say(`  ${ratioOfThis <= LIMIT ? 'within' : 'OVER'} the limit ${LIMIT}; the goal is ${GOAL}`);
  return ratioOfThis <= LIMIT;
}

process.exitCode = (await benchDoseLog()) ? 0 : 1;
