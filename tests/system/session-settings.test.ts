import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Database, type Db } from '#database/connect.ts';
import { diskStore } from '#platform/server/storage/file-store.ts';
import { makeTestDatabase } from '#testing/database.ts';
import { findPgbouncer, startOwnPgbouncer } from '#testing/pgbouncer.ts';
import { runStatement } from '#testing/postgres.ts';
import { expectStatus } from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { examine } from '../../src/cli/doctor.ts';
import { type FullServer, openFullServer } from '../support/household.ts';

/** A day below 13: with 'SQL, DMY' it would be read as a month, without an error. */
const A_DAY_BELOW_13 = '2026-03-05T14:00:00.000Z';

const OTHER_SETTINGS = {
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kolkata',
  bytea_output: 'escape',
  standard_conforming_strings: 'off',
  client_encoding: 'LATIN1',
  default_transaction_isolation: 'serializable',
};

const PINNED = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  client_encoding: 'UTF8',
  transaction_isolation: 'read committed',
};

let url: string;
let ends: (() => Promise<void>)[];
let full: FullServer;

beforeEach(async () => {
  const made = await makeTestDatabase();
  url = made.url;
  ends = [made.drop];
});

afterEach(async () => {
  await full.close();
  for (const end of ends.reverse()) await end();
});

/** Sets other defaults for the database user, in this database only. */
async function setForRole(dateStyle: string): Promise<void> {
  const { username, pathname } = new URL(url);
  for (const [name, value] of Object.entries({ ...OTHER_SETTINGS, DateStyle: dateStyle })) {
    await runStatement(
      url,
      `ALTER ROLE ${username} IN DATABASE ${pathname.slice(1)} SET ${name} = '${value}'`,
    );
  }
}

async function open(isPooled: boolean): Promise<Database> {
  if (!isPooled) return connect({ databaseUrl: url, dataDir: '.' });
  const pooler = await startOwnPgbouncer(findPgbouncer() ?? '', url);
  ends.push(pooler.stop);
  return connect({ databaseUrl: pooler.url, databaseDirectUrl: url, dataDir: '.' });
}

const settingsSeen = (database: Database, accountId: string) => {
  const one = async (db: Db) => {
    const selected = Object.keys(PINNED).map((name) => [name, sql`current_setting(${name})`]);
    const [row] = await db.select(Object.fromEntries(selected)).from(sql`(select) as one`);
    return row;
  };
  return Promise.all([
    database.asSystem(one),
    database.inHousehold(accountId, one),
    database.readInHousehold(accountId, one),
  ]);
};

describe.each([
  ['German, DMY', false],
  ['SQL, DMY', false],
  ['German, DMY', true],
  ['SQL, DMY', true],
] as const)('a PostgreSQL role with DateStyle %s, pooled: %s', (dateStyle, isPooled) => {
  it.skipIf(isPooled && findPgbouncer() === undefined)(
    'a household is registered and a dose is recorded at the right time',
    async () => {
      await setForRole(dateStyle);
      const database = await open(isPooled);
      full = await openFullServer(undefined, {}, database);
      full.server.clock.set(A_DAY_BELOW_13);
      const family = await full.registered();
      const accountId = await full.accountIdOf(family);

      const invitation = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Carter' };
      expectStatus(await family.ask('POST', '/api/admin/invitations', invitation), 201);
      const elder = { firstName: 'Rose', lastName: 'Carter' };
      const { id } = expectStatus(await family.ask('POST', '/api/users', elder), 201).body;
      const medication = {
        userId: id,
        name: 'Zoë’s \\ pill',
        frequency: 'daily',
        times: ['09:00'],
        startDate: '2026-03-01',
      };
      const added = expectStatus(await family.ask('POST', '/api/medications', medication), 201);
      const log = {
        medicationId: added.body.id,
        scheduledTime: '2026-03-05T14:00:00.000Z',
        status: 'taken',
        notes: 'half \\ of it',
      };
      expectStatus(await family.ask('POST', '/api/medication-logs', log), 201);

      const { body: logs } = await family.ask('GET', '/api/medication-logs');
      expect(logs).toMatchObject([
        {
          scheduledTime: '2026-03-05T14:00:00.000Z',
          loggedAt: A_DAY_BELOW_13,
          notes: 'half \\ of it',
        },
      ]);
      const { body: listed } = await family.ask('GET', '/api/medications');
      expect(listed).toMatchObject([{ name: 'Zoë’s \\ pill', startDate: '2026-03-01' }]);
      const { rows } = await runStatement(
        url,
        `SET app.system = on; SELECT extract(epoch FROM created_at)::float8 AS at FROM accounts`,
      ).then((answers) => ([answers].flat().at(-1) ?? { rows: [] }) as { rows: { at: number }[] });
      expect(rows).toEqual([{ at: Date.parse(A_DAY_BELOW_13) / 1000 }]);
      await full.server.jobs();

      // Reads twice, because the pooler may reuse a connection for the second round.
      for (let round = 0; round < 2; round += 1) {
        expect(await settingsSeen(database, accountId)).toEqual([PINNED, PINNED, PINNED]);
      }
      const findings = await examine({
        config: readConfig({ DATABASE_URL: url }),
        database,
        store: diskStore('.'),
        now: full.server.clock.now,
      });
      expect(findings.find(({ what }) => what === 'Database')).toMatchObject({
        state: 'note',
        sentence: expect.stringContaining(`The role sets DateStyle=${dateStyle}.`),
      });
    },
  );
});
