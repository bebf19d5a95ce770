import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#database/connect.ts';
import { ENDS_WITH_PERSON } from '#features/people/server/belongings.ts';
import type { Role } from '#platform/shared/roles.ts';
import type { TestHousehold } from '#testing/test-server.ts';

const MEDICATION = { name: 'Bisoprolol', frequency: 'daily', times: ['08:00'] };

export function callsOf(home: TestHousehold) {
  const by =
    (role: Role) =>
    async (...call: [string, string, unknown?]) => {
      const answer = await home.as(role)(...call);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body;
    };
  const done = by('super_admin');
  return {
    by,
    done,
    remove: (id: string, query = '') => done('DELETE', `/api/users/${id}${query}`),
    restore: (id: string, role: Role = 'super_admin') =>
      home.as(role)('POST', '/api/bin/restore', { ids: [id] }),
    addElder: (firstName: string, more = {}) =>
      done('POST', '/api/users', { firstName, lastName: 'Carter', ...more }),
    addMedication: (userId: string, more = {}) =>
      done('POST', '/api/medications', { ...MEDICATION, startDate: '2026-03-01', userId, ...more }),
  };
}

export const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);

/**
 * Returns every row of a household by table, except tables that change with each removal or
 * restore.
 */
export async function rowsOf(
  database: Database,
  accountId: string,
): Promise<Map<string, string[]>> {
  const changing = ['bin', 'audit_entries', 'care_sweeps', 'jobs', 'announcements'];
  const found = new Map<string, string[]>();
  await database.asSystem(async (db) => {
    const tables = await db
      .select({ name: sql<string>`table_name` })
      .from(
        sql`information_schema.columns join information_schema.tables using (table_schema, table_name)`,
      )
      .where(
        sql`table_schema = 'public' and column_name = 'account_id' and table_type = 'BASE TABLE'`,
      );
    for (const { name } of tables) {
      if (changing.includes(name) || ENDS_WITH_PERSON.includes(name)) continue;
      const rows = await db
        .select({ row: sql<Record<string, unknown>>`to_jsonb(t)` })
        .from(sql`${sql.identifier(name)} t`)
        .where(sql`account_id = ${accountId}`);
      found.set(name, rows.map(({ row }) => JSON.stringify(withoutSchedule(row))).sort());
    }
  });
  return found;
}

/**
 * Removes the columns of the schedule, because a restored medication gets a schedule that starts at
 * the restore.
 */
export function withoutSchedule<T extends object>(row: T): object {
  const changed = ['scheduled_since', 'former_schedules', 'not_due', 'version'];
  const told = ['scheduledSince', 'formerSchedules', 'notDue'];
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => ![...changed, ...told].includes(name)),
  );
}
