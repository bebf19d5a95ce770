import { sql } from 'drizzle-orm';
import { boolean, date, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#testing/database.ts';
import type { Database } from './database.ts';
import { asParameters, ofGiven, parameterRows } from './parameter-rows.ts';
import { prepared } from './prepared.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A table that is never created; only its column types are used. */
const things = pgTable('given', {
  id: uuid('id').notNull(),
  words: text('words'),
  names: text('names').array(),
  ids: uuid('ids').array(),
  content: jsonb('content'),
  day: date('day'),
  at: timestamp('at', { withTimezone: true }),
  count: integer('count'),
  isSo: boolean('isSo'),
});
const { id, words, names, ids, content, day, at, count, isSo } = things;
const COLUMNS = { id, words, names, ids, content, day, at, count, isSo };

const statement = prepared(
  'given_back',
  COLUMNS,
  (selected) => sql`select ${selected} from ${parameterRows(COLUMNS)} order by ${ofGiven('count')}`,
);

const ID = '0b8ff4a5-0f5a-4c6e-9a53-111111111111';
const OTHER = '0b8ff4a5-0f5a-4c6e-9a53-222222222222';

it('every value is read back unchanged, including special characters', async () => {
  const said = ['', 'NULL', '"', '\\', '\\"', 'a,b', '{a}', '{"a"}', ' a ', 'a\nb\t', 'ü 💊', "'"];
  const rows = said.map((word, index) => ({
    ...{ id: ID, words: word, names: [word, 'b'], ids: [ID, OTHER] },
    ...{ content: { [word]: [word, null, 1] }, day: '2026-03-29' },
    ...{ at: new Date('2026-03-29T01:30:00.123Z'), count: index, isSo: index % 2 === 0 },
  }));
  const back = await database.asSystem((db) => statement(db, asParameters(COLUMNS, rows)));
  expect(back).toEqual(rows);
});

it('null stays null, and empty arrays and zero rows are accepted', async () => {
  const none = { words: null, names: null, ids: null, content: null, day: null, at: null };
  const rows = [
    { id: ID, ...none, count: 1, isSo: null },
    { id: OTHER, ...none, names: [], ids: [], count: 2, isSo: false },
  ];
  await database.asSystem(async (db) => {
    expect(await statement(db, asParameters(COLUMNS, rows))).toEqual(rows);
    expect(await statement(db, asParameters(COLUMNS, []))).toEqual([]);
  });
});
