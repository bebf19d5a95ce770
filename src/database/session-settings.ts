import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/**
 * PostgreSQL settings that queries and the driver depend on. Every session sets them, because a
 * role, a database or postgresql.conf may have other defaults. The driver parses dates only in the
 * ISO style.
 */
const SETTINGS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  client_encoding: 'UTF8',
} as const;

const assignments = Object.entries(SETTINGS).map(([name, value]) => `${name} = '${value}'`);

/**
 * Sets the settings once per connection, for a connection whose session belongs to this process.
 */
export const PIN_SESSION = assignments.map((each) => `SET ${each}`).join('; ');

/**
 * Sets the settings for one transaction through a pooler, which may use another connection for each
 * transaction.
 */
export const PIN_TRANSACTION = assignments.map((each) => `SET LOCAL ${each}`).join('; ');

export interface OverriddenSetting {
  /** As stored, for example `datestyle=German, DMY`. */
  readonly setting: string;
  /** `ALTER ROLE … SET` has precedence over `ALTER DATABASE … SET`. */
  readonly setFor: 'role' | 'database';
}

/** Returns the settings that the role or the database of this connection overrides. */
export async function overriddenSettings(db: Db): Promise<OverriddenSetting[]> {
  const names = Object.keys(SETTINGS).map((name) => name.toLowerCase());
  return db
    .select({
      setting: sql<string>`setting`,
      setFor: sql<'role' | 'database'>`case when setrole = 0 then 'database' else 'role' end`,
    })
    .from(sql`pg_db_role_setting cross join unnest(setconfig) as setting`)
    .where(
      sql`setdatabase in (0, (select oid from pg_database where datname = current_database()))
        and setrole in (0, (select oid from pg_roles where rolname = session_user))
        and lower(split_part(setting, '=', 1)) in ${names}`,
    )
    .orderBy(sql`setting`);
}
