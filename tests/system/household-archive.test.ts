import { readFile } from 'node:fs/promises';
import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diskStore } from '#platform/server/storage/file-store.ts';
import { expectStatus } from '#testing/test-server.ts';
import { LEFT_BEHIND, partsWith } from '../../src/app/portables.ts';
import { fillEveryColumn } from '../support/full-rows.ts';
import { type FullServer, openFullServer, packed, unpacked } from '../support/household.ts';

let full: FullServer;
beforeAll(async () => {
  full = await openFullServer();
});
afterAll(() => full.close());

/** Files that are not compared, because they contain the version, the time or the audit log. */
const ABOUT_IT = ['README.txt', 'manifest.json', 'audit-trail.json'];

/** Returns the files of an archive except `ABOUT_IT`; JSON files are parsed. */
async function contentsOf(archive: Buffer): Promise<Map<string, unknown>> {
  const files = [...(await unpacked(archive))];
  return new Map(
    files
      .filter(([name]) => !ABOUT_IT.includes(name))
      .map(([name, content]) => [
        name,
        name.endsWith('.json') ? JSON.parse(String(content)) : content.toString('latin1'),
      ]),
  );
}

const oldDownload = () => readFile(new URL('./household-format-1.zip', import.meta.url));

it('an archive of format version 1 can be imported, and is exported unchanged', async () => {
  const archive = await oldDownload();
  const family = await full.registered('maria.carter@example.com');
  const { body } = expectStatus(await family.bringIn(archive), 200);
  expect(body).toEqual({
    lostFiles: 0,
    notes: [],
    counts: {
      ...{ people: 2, settings: 1, buttons: 6, pictures: 2, medications: 2, logs: 2, events: 2 },
      ...{ videos: 2, playlists: 1, articles: 1, albums: 2, photos: 4 },
      ...{ days: 2, totals: 2, items: 2, logins: 1 },
    },
  });
  const now = await contentsOf(await family.download());
  const then = await contentsOf(archive);
  const settings = then.get('settings.json');
  expect(now.get('settings.json')).toMatchObject(Object(settings));
  // Adds the sections that version 1 did not have, which are imported as empty.
  const added = { feature: 'accessibility', version: 1, preferences: [] };
  then.set('accessibility.json', added);
  then.set('alert-order.json', { feature: 'alert-order', version: 1, order: [], places: [] });
  then.set('away.json', { feature: 'away', version: 1, periods: [] });
  then.set('stock.json', { feature: 'stock', version: 1, stocks: [], entries: [] });
  const measured = { asked: [], values: [], notes: [] };
  then.set('measures.json', { feature: 'measures', version: 1, ...measured });
  const { playlists, articles, ...rest } = Object(then.get('library.json'));
  const unpictured = (row: object) => ({ ...row, picture: null });
  then.set('library.json', {
    ...rest,
    playlists: playlists.map(unpictured),
    articles: articles.map(unpictured),
  });
  const { medications, logs, ...care } = Object(then.get('medications.json'));
  const unlimited = { shortestIntervalMinutes: null, mostIn24Hours: null };
  const unpatterned = { pattern: null, amounts: null };
  then.set('medications.json', {
    ...care,
    medications: medications.map((row: object) => ({ ...row, ...unlimited, ...unpatterned })),
    logs: logs.map((row: object) => ({
      ...row,
      beyondLimit: false,
      units: null,
      deviceName: null,
    })),
  });
  expect(new Map([...now, ['settings.json', settings]])).toEqual(then);
  expectStatus(await family.remove(), 204);
  await full.server.settled();
});

const RULES = partsWith({ store: diskStore(''), incoming: '' })
  .flatMap(({ tables }) => tables)
  .flatMap((rules) => (rules.nested ? [rules, { ...rules, ...rules.nested.rules }] : [rules]));

it('half a surrogate pair in a text is replaced during the import', async () => {
  const files = await unpacked(await oldDownload());
  const title = String.raw`\\ud83d \ud83d end`;
  const library = String(files.get('library.json')).replace('The garden', title);
  const family = await full.registered();
  const archive = await packed(new Map([...files, ['library.json', Buffer.from(library)]]));
  expectStatus(await family.bringIn(archive), 200);
  const [video] = (await family.ask('GET', '/api/videos')).body;
  expect(video.title).toBe('\\ud83d \ufffd end');
  expectStatus(await family.remove(), 204);
  await full.server.settled();
});

/** Returns the names of all tables with a column `account_id`. */
async function tablesOfHouseholds(): Promise<unknown[]> {
  const columns = sql`information_schema.columns join information_schema.tables
    using (table_schema, table_name)`;
  const rows = await full.server.database.asSystem((db) =>
    db
      .select({ name: sql`table_name` })
      .from(columns)
      .where(
        sql`table_schema = 'public' and column_name = 'account_id' and table_type = 'BASE TABLE'`,
      ),
  );
  return rows.map(({ name }) => name);
}

it('every household table is exported, or listed with the reason why not', async () => {
  const tables = await tablesOfHouseholds();
  expect(tables.length).toBeGreaterThan(30);
  const taken = RULES.map(({ table }) => getTableName(table));
  // A table has exactly one rule, unless it is exported in several sections by conditions
  // (`which`).
  const whole = RULES.filter(({ which }) => which === undefined).map(({ table }) => table);
  for (const table of whole) expect(RULES.filter((rules) => rules.table === table)).toHaveLength(1);
  const decided = [...new Set(taken), ...Object.keys(LEFT_BEHIND)];
  expect(new Set(decided).size).toBe(decided.length);
  expect(tables.sort()).toEqual(decided.sort());
});

/**
 * Columns that are left out of the comparison: they differ in every household, belong to the
 * server, or are reset by an import.
 */
const NOT_COMPARED: Readonly<Record<string, readonly string[]>> = {
  settings: ['previous_timezone', 'timezone_changed_at'],
  users: ['login_id', 'entered_at', 'sign_in_set_by'],
  medication_log_attempts: ['number', 'idempotency_key'],
  pictures: ['created_at'],
  content: ['ask_at', 'asks'],
  medication_stocks: ['told_at'],
};

type Stored = Record<string, unknown>;

/** Reads the rows of every imported table as JSON. */
async function storedIn(accountId: string): Promise<[table: string, rows: Stored[]][]> {
  const stored: [string, Stored[]][] = [];
  await full.server.database.asSystem(async (db) => {
    for (const { table, restoring } of RULES) {
      if (restoring === undefined) continue;
      const name = getTableName(table);
      const found = await db
        .select({ row: sql<Stored>`to_jsonb(${table})` })
        .from(table as PgTable)
        .where(sql`account_id = ${accountId}`);
      const left = new Set(['account_id', 'version', ...(NOT_COMPARED[name] ?? [])]);
      const rows = found.map(({ row }) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !left.has(column))),
      );
      stored.push([name, rows]);
    }
  });
  return stored;
}

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Replaces ids by numbers that do not depend on the ids, so that the rows of two households can be
 * compared.
 */
function withoutIds(stored: [string, Stored[]][]): string[] {
  const numbers = new Map<string, number>();
  const nameless = (row: Stored) => JSON.stringify(row).replace(ID, '');
  return stored.flatMap(([table, rows]) =>
    rows
      .toSorted((one, other) => (nameless(one) < nameless(other) ? -1 : 1))
      .map((row) => {
        const text = JSON.stringify(row).replace(ID, (id) => {
          numbers.set(id, numbers.get(id) ?? numbers.size);
          return `id ${numbers.get(id)}`;
        });
        return `${table} ${text}`;
      }),
  );
}

const isSaid = (value: unknown) => !['null', '""', '[]'].includes(JSON.stringify(value));

it('an import into another household keeps every column of every table', async () => {
  const family = await full.registered();
  await fillEveryColumn(family, full);
  const before = await storedIn(await full.accountIdOf(family));
  for (const [table, rows] of before) {
    for (const column of Object.keys(rows[0] ?? {})) {
      expect(
        rows.some((row) => isSaid(row[column])),
        `${table}.${column}`,
      ).toBe(true);
    }
  }
  const archive = await family.download();
  expectStatus(await family.remove(), 204);
  await full.server.settled();
  full.server.clock.advance(5_000);
  const again = await full.registered(family.email);
  expectStatus(await again.bringIn(archive), 200);
  const after = await storedIn(await full.accountIdOf(again));
  expect(after.map(([table, rows]) => [table, rows.length])).not.toContainEqual([
    expect.anything(),
    0,
  ]);
  expect(withoutIds(after)).toEqual(withoutIds(before));
});
