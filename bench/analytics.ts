import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { sessionCookieName } from '#platform/server/http/cookies.ts';
import type { Database } from '../src/database/connect.ts';
import { createPartitions } from '../src/database/partitions.ts';
import { content } from '../src/database/schema/content.ts';
import { addHousehold, addPerson } from '../src/features/accounts/server/household.ts';
import { analyticsFeature } from '../src/features/analytics/server.ts';
import { addSession, PERSON } from '../src/features/sessions/server/session-rows.ts';
import { compare, onBothDatabases, printLine, serverOf } from './support/rebuilt-answers.ts';

/** Limit: cost of an uncached response with all these events, relative to none. */
const LIMIT = 1.5;

const { values } = parseArgs({ options: { events: { type: 'string', default: '10000000' } } });
const events = Number(values.events);

const DAYS = 3652;
const ON_A_SHELF = 40;
const AT_ONCE = 100_000;

const REQUESTS = 100;
const PATHS = ['/api/analytics', '/api/analytics/robust'] as const;

async function bench(name: string, database: Database): Promise<boolean> {
  const now = new Date();
  const app = await serverOf(analyticsFeature, database, now);
  const bare = await addFamily(database, now);
  const full = await addFamily(database, now);
  const began = performance.now();
  await addYears(database, full, now);
  printLine(`${name}: ${events} events in ${DAYS} days, written in ${seconds(began)} s`);
  const good = [];
  for (const path of PATHS) {
    const wanted = {
      path,
      bare: bare.cookie,
      full: full.cookie,
      requests: REQUESTS,
      limit: LIMIT,
      words: { before: `  ${path}`, full: 'all of them' },
      isRight: (answer: { statusCode: number }) => answer.statusCode === 200,
    };
    good.push(await compare(app, wanted));
  }
  await app.close();
  return good.every(Boolean);
}

interface Family {
  readonly accountId: string;
  readonly userId: string;
  readonly cookie: string;
}

/** Adds a household with an elder and many items, none of which was opened yet. */
async function addFamily(database: Database, now: Date): Promise<Family> {
  const accountId = randomUUID();
  const endsAt = new Date(now.getTime() + 1e10);
  const subscription = { provider: 'built-in', plan: 'yearly', status: 'active', endsAt } as const;
  return database.asSystem(async (db) => {
    await addHousehold(db, { id: accountId, subscription, now });
    const person = { firstName: 'Rose', lastName: 'Carter', createdAt: now, accountId };
    const userId = await addPerson(db, { ...person, role: 'user' });
    const familyId = await addPerson(db, { ...person, role: 'super_admin' });
    if (userId === undefined || familyId === undefined) throw new Error('nobody was added');
    for (const kind of ['videos', 'playlists', 'articles'] as const) {
      const shelf = Array.from({ length: ON_A_SHELF }, (_, order) => {
        const thing = { kind, title: `The thing of number ${order}`, url: '', order };
        return { ...thing, id: randomUUID(), accountId, createdAt: now };
      });
      await db.insert(content).values(shelf);
    }
    const session = { accountId, userId: familyId, deviceName: 'Bench', lifetime: PERSON, now };
    const { token } = await addSession(db, session);
    return { accountId, userId, cookie: `${sessionCookieName(false)}=${token}` };
  });
}

/** Adds the events of ten years with their totals, as if they had been recorded one by one. */
async function addYears(database: Database, { accountId, userId }: Family, now: Date) {
  // Creates the partitions of past months, which would exist after ten years.
  for (let ago = Math.ceil(DAYS / 30); ago > 0; ago -= 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago));
    await database.asSystem((db) => createPartitions(db, month));
  }
  for (let from = 0; from < events; from += AT_ONCE) {
    const to = Math.min(events, from + AT_ONCE) - 1;
    await database.asSystem((db) =>
      db.execute(sql`
        insert into analytics_events
          (id, account_id, user_id, activity, content, item_title, duration_seconds, happened_at)
        select gen_random_uuid(), ${accountId}, ${userId}, a.name,
          a.name || case when n % 2 = 0 then '_ended' else '_started' end, 'The thing', 60,
          ${now.toISOString()}::timestamptz
            - make_interval(secs => n * ${DAYS}::float8 * 86400 / ${events}::float8)
        from generate_series(${from}::int, ${to}::int) n,
          lateral (select (array['photos','watch','listen','read','call','myday'])[n / 2 % 6 + 1])
            as a(name)`),
    );
  }
  const each = Math.max(1, Math.round(events / DAYS / 24));
  await database.asSystem(async (db) => {
    await db.execute(sql`
      insert into analytics_days
      select ${accountId}, ${now.toISOString().slice(0, 10)}::date - day, name,
        ${each}::int, ${each}::int, ${60 * each}::int, ${60 * each}::int, ${each}::int, ${each}::int
      from generate_series(0, ${DAYS - 1}::int) day,
        unnest(array['photos','watch','listen','read','call','myday']) name`);
    await db.execute(sql`
      insert into analytics_totals
      select account_id, activity, sum(visits), sum(ended_visits), sum(visit_seconds)
      from analytics_days where account_id = ${accountId} group by 1, 2`);
    await db.execute(sql`
      insert into analytics_items
      select account_id, id, activity, ${each * DAYS}::int + rank, now()
      from (
        select account_id, id, "order" as rank, case kind
          when 'videos' then 'watch' when 'playlists' then 'listen' else 'read' end as activity
        from content
      ) thing where account_id = ${accountId}`);
    await db.execute(sql`insert into analytics_logins values (${accountId}, 20000, now())`);
    await db.execute(sql`analyze`);
  });
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}

process.exitCode = (await onBothDatabases(bench)) ? 0 : 1;
