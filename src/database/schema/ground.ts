import { sql } from 'drizzle-orm';
import { integer, pgPolicy, pgRole, timestamp } from 'drizzle-orm/pg-core';

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
