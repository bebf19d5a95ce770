import { and, eq, getTableColumns, getTableName, isNull, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#database/connect.ts';
import { bin } from '#database/schema/bin.ts';
import { logins, users } from '#database/schema/households.ts';
import { awayPeriods, medications } from '#database/schema/medications.ts';
import { BELONGINGS, type Owner, REFERENCES } from './belongings.ts';

const ROWS_PER_ENTRY = 500;

/** Copies all rows of a person into bin entries; the rows are locked until the transaction ends. */
export async function copyToBin(db: Db, owner: Owner, now: Date): Promise<void> {
  for (const { table, isOf } of BELONGINGS) {
    // Logins are read without a lock, because row-level security lets a household read its logins
    // but not lock them.
    const [ofHousehold, lock] =
      table === logins
        ? [sql`true`, sql``]
        : [sql`t.account_id = ${owner.accountId}::uuid`, sql`for update`];
    const rows = sql`select to_jsonb(t) as item from ${table} t
      where ${ofHousehold} and ${isOf(owner)} ${lock}`;
    await addEntries(db, owner, now, getTableName(table), rows);
  }
  for (const column of REFERENCES) {
    const ids = sql`select to_jsonb(t.id) as item from ${column.table} t
      where t.account_id = ${owner.accountId}::uuid
        and t.${sql.identifier(column.name)} = ${owner.id}::uuid`;
    await addEntries(db, owner, now, nameOf(column), ids);
  }
}

const nameOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`;

async function addEntries(db: Db, { id, accountId }: Owner, now: Date, name: string, items: SQL) {
  await db.execute(sql`
    with mine as materialized (${items}),
    numbered as (select item, (row_number() over () - 1) / ${ROWS_PER_ENTRY}::int as entry from mine)
    insert into ${bin} (id, account_id, kind, within, name, "row", deleted_at, deleted_by_name)
    select gen_random_uuid(), ${accountId}::uuid, 'person', ${id}::uuid, ${name},
      jsonb_build_object('items', jsonb_agg(item)), ${now.toISOString()}::timestamptz, ''
    from numbered group by entry`);
}

/** Deletes a person with all copied rows. */
export async function deleteCopied(db: Db, owner: Owner): Promise<void> {
  const { id, accountId } = owner;
  // No cascading foreign key deletes these rows, so they are deleted here. The entries of the bin
  // are deleted first, because their condition selects the medications.
  for (const wanted of [bin, medications, awayPeriods]) {
    const belonging = BELONGINGS.find(({ table }) => table === wanted);
    if (belonging === undefined) continue;
    await db.execute(sql`delete from ${wanted} t
      where t.account_id = ${accountId}::uuid and ${belonging.isOf(owner)}`);
  }
  await db.delete(users).where(and(eq(users.accountId, accountId), eq(users.id, id)));
}

type Returning = Pick<Owner, 'id' | 'accountId'>;

/**
 * Restores a person with all copied rows. Requires a system transaction. Returns false if the
 * person has no email afterwards, because another login has it by now.
 */
export async function putBackPerson(
  db: Db,
  person: Returning,
  loginId: string | null,
): Promise<boolean> {
  await putBackRows(db, person, logins, {});
  const login = loginId === null ? undefined : await lockLogin(db, loginId);
  for (const { table } of BELONGINGS) {
    if (table === logins) continue;
    const values =
      table === users ? { login_id: login?.id ?? null, email: login?.email ?? null } : {};
    await putBackRows(db, person, table, values);
  }
  for (const column of REFERENCES) await putBackReference(db, person, column);
  return loginId === null || login !== undefined;
}

const entriesOf = ({ id, accountId }: Returning, name: string) =>
  and(eq(bin.accountId, accountId), eq(bin.within, id), eq(bin.name, name));

const itemsOf = (person: Returning, name: string) =>
  sql`(select item from ${bin}, jsonb_array_elements(${bin.row} -> 'items') as item
    where ${entriesOf(person, name)})`;

/** Locks the login with that id; undefined if another login has the email by now. */
async function lockLogin(db: Db, loginId: string) {
  const [login] = await db
    .select({ id: logins.id, email: logins.email })
    .from(logins)
    .where(eq(logins.id, loginId))
    .for('update');
  return login;
}

/** Columns that are missing in a stored row get their default; `values` override stored values. */
async function putBackRows(
  db: Db,
  person: Returning,
  table: PgTable,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  const items = itemsOf(person, getTableName(table));
  const stored = await db
    .selectDistinct({ name: sql<string>`jsonb_object_keys(item)` })
    .from(sql`(select item from ${items} as entries limit 1) as first_item`);
  const known = new Set(stored.map(({ name }) => name));
  const columns = Object.values(getTableColumns(table)).filter(
    ({ name, generated }) => known.has(name) && generated === undefined,
  );
  if (columns.length === 0) return;
  const names = columns.map(({ name }) => sql.identifier(name));
  const people = peopleIn(table);
  const read = columns.map(({ name }) => {
    if (name in values)
      return sql`${values[name] ?? null}::${sql.raw(name === 'email' ? 'text' : 'uuid')}`;
    return people.has(name) ? whoIsThere(name, person) : sql`r.${sql.identifier(name)}`;
  });
  await db.execute(sql`
    insert into ${table} (${sql.join(names, sql`, `)}) overriding system value
    select ${sql.join(read, sql`, `)} from ${items} as entries,
      jsonb_populate_record(null::${table}, item) as r
    ${table === logins ? sql`on conflict do nothing` : sql``}`);
}

/** Returns the columns that reference a person and are set to null when that person is removed. */
function peopleIn(table: PgTable): Set<string> {
  return new Set(
    getTableConfig(table)
      .foreignKeys.filter(({ onDelete, reference }) => {
        return onDelete === 'set null' && reference().foreignTable === users;
      })
      .flatMap(({ reference }) => reference().columns[0]?.name ?? []),
  );
}

function whoIsThere(name: string, { accountId }: Returning): SQL {
  const column = sql.identifier(name);
  return sql`(select u.id from ${users} u
    where u.account_id = ${accountId}::uuid and u.id = r.${column})`;
}

async function putBackReference(db: Db, person: Returning, column: PgColumn): Promise<void> {
  const name = sql.identifier(column.name);
  await db.execute(sql`update ${column.table} t set ${name} = ${person.id}::uuid
    from ${itemsOf(person, nameOf(column))} as entries
    where t.account_id = ${person.accountId}::uuid and t.id = (item #>> '{}')::uuid and t.${name} is null`);
}

/** Returns the medications in a person's bin entries. */
export function copiedMedications(
  db: Db,
  person: Returning,
): Promise<{ id: string; pillImageUrl: string | null }[]> {
  return db
    .select({
      id: sql<string>`item ->> 'id'`,
      pillImageUrl: sql<string | null>`item ->> 'pill_image_url'`,
    })
    .from(sql`${itemsOf(person, getTableName(medications))} as entries`);
}

/**
 * Assigns the rows without a person to this elder, because with a second elder they would belong to
 * both.
 */
export async function assignToPerson(db: Db, person: Returning): Promise<void> {
  const { id, accountId } = person;
  for (const table of [medications, awayPeriods]) {
    const ids = sql`(select (item ->> 'id')::uuid from ${itemsOf(person, getTableName(table))} as entries)`;
    const isTheirs = and(
      eq(table.accountId, accountId),
      isNull(table.userId),
      sql`${table.id} in ${ids}`,
    );
    await db.update(table).set({ userId: id }).where(isTheirs);
  }
  const ids = sql`(select (item ->> 'id')::uuid from ${itemsOf(person, getTableName(bin))} as entries)`;
  await db
    .update(bin)
    .set({ row: sql`jsonb_set(${bin.row}, '{userId}', to_jsonb(${id}::text))` })
    .where(and(eq(bin.accountId, accountId), eq(bin.kind, 'medication'), sql`${bin.id} in ${ids}`));
}
