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
 * The database role of household transactions, to which row-level security applies.
 * `row-security.ts` describes the access of the table owner, which signs people in and migrates.
 */
export const household = pgRole('grand_household').existing();

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Increased by each change, for optimistic locking. */
export const version = () => integer('version').notNull().default(1);

/** Row-level security: a row is visible and writable only for the household of the transaction. */
export function ownHouseholdOnly(column: string) {
  const own = sql.raw(`${column} = nullif(current_setting('app.account_id', true), '')::uuid`);
  return pgPolicy('own_household_only', { for: 'all', to: household, using: own, withCheck: own });
}

/**
 * A foreign key that includes the household, so that it cannot refer to a row of another household.
 * When the referenced row is deleted, only the reference must become null (`SET NULL (column)`).
 * Drizzle cannot express that, so the migration adds it, and a test checks it.
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
