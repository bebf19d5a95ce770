import type { Database } from '../src/database/connect.ts';
import { medicationsFeature } from '../src/features/medications/server.ts';
import { addLoggedFamily, DOSES_A_DAY, TEN_YEARS } from './support/logged-family.ts';
import { compare, onBothDatabases, serverOf } from './support/rebuilt-answers.ts';

/** Limit: cost of an uncached response with ten years of logs, relative to none. */
const LIMIT = 1.2;

/** Desired value. */
const GOAL = 1.1;

/** Before the first dose of a day, so that all doses are still pending. */
const NOW = new Date('2026-03-10T10:00:00Z');

const REQUESTS = 200;
const PATH = '/api/upcoming-medications';

async function bench(name: string, database: Database): Promise<boolean> {
  const app = await serverOf(medicationsFeature, database, NOW);
  const bare = await addLoggedFamily(database, NOW, 0);
  const full = await addLoggedFamily(database, NOW, TEN_YEARS);
  await database.asSystem((db) => db.execute('analyze'));
  const isGood = await compare(app, {
    path: PATH,
    bare,
    full,
    requests: REQUESTS,
    limit: LIMIT,
    words: { before: name, full: `${TEN_YEARS * DOSES_A_DAY} logs` },
    goal: { goal: 'P5', what: `today's doses, ten years of logs, ${name}`, most: GOAL },
    isRight: (answer) => answer.json().length >= DOSES_A_DAY,
  });
  await app.close();
  return isGood;
}

process.exitCode = (await onBothDatabases(bench)) ? 0 : 1;
