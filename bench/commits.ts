import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { connect, type Database, type Db } from '../src/database/connect.ts';
import { findPostgres, runStatement, startOwnPostgres } from '../src/database/testing-postgres.ts';
import { reportFigure } from './support/figures.ts';

/** Minimum share of the rate without announcements. */
const LEAST = 0.9;
const EACH = 10;

const { values } = parseArgs({
  options: {
    writers: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
  },
});
const writers = Number(values.writers);

const found = findPostgres();
if (found === undefined || 'url' in found) {
  throw new Error('This bench needs PostgreSQL programs that it can start.');
}
// Commits are synchronous, as on a production server.
const postgres = await startOwnPostgres(found.programs, ['fsync=on']);
const databases: Database[] = [];
for (let made = 0; made < writers; made += EACH) {
  const database = await connect({ databaseUrl: postgres.url, dataDir: '.' });
  await database.listen({
    message: () => undefined,
    interrupted: () => console.log('INTERRUPTED'),
    resumed: () => undefined,
  });
  databases.push(database);
}
await runStatement(postgres.url, 'create table written (writer int primary key, times int)');
await runStatement(
  postgres.url,
  `insert into written select each, 0 from generate_series(0, ${writers - 1}) each`,
);

type Telling = (database: Database, db: Db, accountId: string) => Promise<unknown>;

const WAYS: Readonly<Record<string, Telling>> = {
  nothing: async () => undefined,
  'after the commit': (database, db, accountId) =>
    database.announce(db, accountId, 'answers medications'),
  'NOTIFY in the transaction': (_database, db, accountId) =>
    db.execute(sql`select pg_notify('before', ${`${accountId} answers medications`})`),
};

/** Measures commits per second of all writers; each has a separate connection. */
async function rate(tell: Telling): Promise<number> {
  const began = performance.now();
  const until = began + Number(values.seconds) * 1000;
  const each = Array.from({ length: writers }, async (_, writer) => {
    const database = databases[Math.floor(writer / EACH)];
    if (database === undefined) throw new Error('Each writer has a process.');
    const accountId = randomUUID();
    let commits = 0;
    for (; performance.now() < until; commits += 1) {
      // Two statements, a read and a write, as in a press of Taken.
      await database.inHousehold(accountId, async (db) => {
        await db.execute(sql`select times from written where writer = ${writer}`);
        await db.execute(sql`update written set times = times + 1 where writer = ${writer}`);
        await tell(database, db, accountId);
      });
    }
    return commits;
  });
  const commits = (await Promise.all(each)).reduce((sum, one) => sum + one, 0);
  return (commits * 1000) / (performance.now() - began);
}

const rates = new Map<string, number[]>(Object.keys(WAYS).map((way) => [way, []]));
for (const tell of Object.values(WAYS)) await rate(tell);
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const [way, tell] of Object.entries(WAYS)) rates.get(way)?.push(await rate(tell));
}
const median = (all: readonly number[] = []) =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
const without = median(rates.get('nothing'));
console.table(
  [...rates].map(([way, all]) => ({
    'what each commit tells': way,
    'commits a second': Math.round(median(all)),
    'of the rate without': (median(all) / without).toFixed(2),
  })),
);
for (const database of databases) await database.close();
await postgres.stop();
const share = median(rates.get('after the commit')) / without;
reportFigure({
  ...{ goal: 'commits', what: `of ${writers} writers that tell others`, figure: share },
  ...{ least: LEAST, unit: 'of the rate without' },
});
if (share < LEAST) {
  console.log(`OVER: less than ${LEAST} of the rate without.`);
  process.exitCode = 1;
}
