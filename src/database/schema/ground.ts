import { getTableName, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  foreignKey,
  integer,
  pgPolicy,
  pgRole,
  timestamp,
} from 'drizzle-orm/pg-core';

/**
 * The role that a household's transactions run under. Row-level security binds it; how it binds the
 * owner of the tables, who signs people in and migrates, is said in `wall.ts`.
 */
export const household = pgRole('grand_household').existing();

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Raised by each change: by it two who change the same thing notice each other. */
export const version = () => integer('version').notNull().default(1);

/** The second wall: a row is seen and written only by the household the transaction is set to. */
export function ownHouseholdOnly(column: string) {
  const own = sql.raw(`${column} = nullif(current_setting('app.account_id', true), '')::uuid`);
  return pgPolicy('own_household_only', { for: 'all', to: household, using: own, withCheck: own });
}

/**
 * A reference that no row of another household can be under: the household is a part of it, as it is of
 * each key. What a removed row leaves empty is the reference alone, `SET NULL (column)`, for which
 * drizzle has no word: the migration says it, and a test looks.
 */
export function withinHousehold<Name extends string, Other extends string>(
  column: AnyPgColumn<{ tableName: Name }>,
  accountId: AnyPgColumn<{ tableName: Name }>,
  target: {
    readonly id: AnyPgColumn<{ tableName: Other }>;
    readonly accountId: AnyPgColumn<{ tableName: Other }>;
  },
) {
  return foreignKey({
    name: `${getTableName(column.table)}_${column.name}_within`,
    columns: [column, accountId],
    foreignColumns: [target.id, target.accountId],
  });
}
