import { expect, it } from 'vitest';
import { findRowsByIdAlone, findSelfComparisons } from './household-statements.ts';

it.each([
  ['select * from measure_values where id = $1', ['measure_values']],
  ['select * from measure_values where account_id = $1 and id = $2', []],
  ['update "users" set role = $1 where "users"."id" = $2', ['users']],
  [
    'delete from day_notes where user_id in (select id from users where account_id = $1)',
    ['day_notes'],
  ],
  ['delete from day_notes d where (d.id, d.account_id) in (select id, account_id from bin)', []],
  [
    'delete from day_notes where id in (select id from day_notes where taken_back_at < $1)',
    ['day_notes'],
  ],
  [
    'select 1 from photos p join photo_albums a on a.id = p.album_id where p.account_id = $1',
    ['photo_albums'],
  ],
  [
    'select 1 from photos p join photo_albums a on a.id = p.album_id and a.account_id = p.account_id where p.account_id = $1',
    [],
  ],
  [
    'select 1 from alerts a where not exists (select from users where id = a.taken_by)',
    ['users', 'alerts'],
  ],
  [
    'with old as (select id from bin) update bin set kind = $1 where id in (select id from old)',
    ['bin'],
  ],
  ['insert into bin (id) select id from photos where id = $1', ['photos']],
  ['insert into photos (id, account_id) values ($1, $2)', []],
])('statement %s finds rows by an id alone in: %j', (statement, tables) => {
  expect(findRowsByIdAlone(statement).toSorted()).toEqual(tables.toSorted());
});

it.each([
  ['a deletion by time', 'delete from sessions where expires_at < $1'],
  ['a lookup by a secret', 'select * from sessions where token_hash = $1'],
  ['a condition on an empty reference', 'delete from medications where user_id is null'],
  ['a table without households', 'select * from logins where id = $1'],
])('%s needs no household', (_what, statement) => {
  expect(findRowsByIdAlone(statement)).toEqual([]);
});

it.each([
  [
    'select (select 1 from away_periods where "account_id" = "account_id") from users',
    ['account_id'],
  ],
  ['select 1 from bin b where b.id = b.id or b.kind = $1', ['b.id']],
  ['select 1 from photos p join bin b on b.id = p.id and b.account_id = p.account_id', []],
  ['select 1 from photos where account_id = $1 and size = size + 1', []],
])('statement %s compares columns with themselves: %j', (statement, columns) => {
  expect(findSelfComparisons(statement)).toEqual(columns);
});
