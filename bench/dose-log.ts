import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findPostgres, startPostgres, withDatabase } from '../src/database/testing-postgres.ts';
import { type Cost, costOf, type Subject, sum } from './support/cpu-cost.ts';
import { median, newDatabase } from './support/database-cpu.ts';
import { tellFigure } from './support/figures.ts';
import { registerHousehold } from './support/household.ts';
import { startMeasured } from './support/measured-server.ts';
import { REFERENCE, startReference } from './support/reference.ts';

/** What the product promises: CPU of server and database for a dose, beside the reference's. */
const LIMIT = 1;

/** And what it would like to. */
const GOAL = 0.3;

const ROUNDS = 7;
const LOGS = 300;
const AT_ONCE = 4;

/** When the dose of each day is due. */
const TIME = '08:00';

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values: options } = parseArgs({
  options: {
    /** The server of another build, to be measured in the same rounds. */
    beside: { type: 'string' },
  },
});

interface Logging extends Subject {
  log(number: number): Promise<void>;
}

/** The CPU of a press of Taken: its server's and its database's, turn about with the reference. */
async function benchDoseLog(): Promise<boolean> {
  const found = findPostgres();
  if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
  const postgres = await startPostgres(found);
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-bench-'));
  const subjects: Logging[] = [];
  try {
    subjects.push(await product('this build', 'dist/server/server.js', postgres.url, dataDir));
    if (options.beside) {
      subjects.push(await product('the other build', options.beside, postgres.url, dataDir));
    }
    subjects.push(await reference(postgres.url));
    return await compare(subjects, postgres.url);
  } finally {
    await Promise.all(subjects.map(({ server }) => server.stop()));
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function product(name: string, program: string, url: string, dataDir: string) {
  const database = await newDatabase(url);
  const server = await startMeasured(program, {
    DATABASE_URL: withDatabase(url, database),
    DATA_DIR: join(dataDir, database),
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  });
  const household = await registerHousehold(server.url);
  const medicationId = await household.addMedication('daily');
  const log = (number: number) => household.takeDose(medicationId, dayOf(number), TIME);
  return { name, server, database, log };
}

async function reference(url: string): Promise<Logging> {
  const subject = await startReference(url);
  const { server, cookie, medicationId } = subject;
  const log = async (number: number) => {
    const body = {
      medicationId,
      scheduledTime: `${dayOf(number)}T${TIME}:00.000Z`,
      status: 'taken',
      notes: '',
    };
    const made = await fetch(`${server.url}/medication-logs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (made.status !== 201) throw new Error(`${REFERENCE} answered ${made.status}`);
    await made.text();
  };
  return { ...subject, log };
}

/** That many days ago. */
function dayOf(number: number): string {
  const day = new Date(Date.UTC(2026, 0, 1) - number * 86_400_000);
  return day.toISOString().slice(0, 10);
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
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const subject of subjects) {
      const cost = await costOfLogs(subject, client, next);
      // The first round warms up.
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
  tellFigure({
    ...{ goal: 'P4', what: 'a press of Taken', figure: ratioOfThis, most: GOAL },
    unit: `times ${REFERENCE}`,
  });
  say(`  ${ratioOfThis <= LIMIT ? 'within' : 'OVER'} ${LIMIT}`);
  return ratioOfThis <= LIMIT;
}

async function costOfLogs(subject: Logging, client: pg.Client, from: number): Promise<Cost> {
  const waiting = Array.from({ length: LOGS }, (_, at) => from + at);
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      await subject.log(next);
  };
  const all = await costOf(subject, client, async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  });
  return { node: all.node / LOGS, database: all.database / LOGS };
}

process.exitCode = (await benchDoseLog()) ? 0 : 1;
