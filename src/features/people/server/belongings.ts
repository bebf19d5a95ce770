import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { sessions } from '#database/schema/access.ts';
import { accessibilityPreferences } from '#database/schema/accessibility.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import { analyticsEvents } from '#database/schema/analytics.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { bin } from '#database/schema/bin.ts';
import { calendarEvents } from '#database/schema/calendar.ts';
import { alertPlaces } from '#database/schema/escalation.ts';
import { logins, users } from '#database/schema/households.ts';
import { dayNotes, measureValues, requestedMeasures } from '#database/schema/measures.ts';
import {
  awayPeriods,
  doseSnoozes,
  medicationLogAttempts,
  medicationLogs,
  medications,
} from '#database/schema/medications.ts';
import { photoLooks } from '#database/schema/photos.ts';
import { medicationStocks, stockEntries } from '#database/schema/stock.ts';

/** A person whose rows are moved into or out of the bin. */
export interface Owner {
  readonly id: string;
  readonly accountId: string;
  readonly loginId: string | null;
  /** Medications and away periods without a person belong to the only elder. */
  readonly isOnlyElder: boolean;
}

interface Belonging {
  readonly table: PgTable;
  /** The SQL condition for rows of the owner; the table has the alias `t`. */
  readonly isOf: (owner: Owner) => SQL;
}

const byUser = ({ id }: Owner) => sql`t.user_id = ${id}::uuid`;

const ownOrOnly = (row: 'm' | 't', { id, isOnlyElder }: Owner) =>
  sql`(${sql.raw(row)}.user_id = ${id}::uuid or (${isOnlyElder}::boolean and ${sql.raw(row)}.user_id is null))`;

const byMedication = (owner: Owner, column = 't.medication_id') => sql`exists (
  select from ${medications} m
  where m.account_id = t.account_id and m.id = ${sql.raw(column)} and ${ownOrOnly('m', owner)})`;

const byLog = (owner: Owner) => sql`exists (
  select from ${medicationLogs} l join ${medications} m on m.id = l.medication_id and m.account_id = l.account_id
  where l.account_id = t.account_id and l.id = t.medication_log_id and ${ownOrOnly('m', owner)})`;

/**
 * Tables whose rows go into the bin with a person and are restored with them. Rows reference only
 * rows of earlier tables.
 */
export const BELONGINGS: readonly Belonging[] = [
  { table: logins, isOf: ({ loginId }) => sql`t.id = ${loginId}::uuid` },
  { table: users, isOf: ({ id }) => sql`t.id = ${id}::uuid` },
  { table: medications, isOf: (owner) => ownOrOnly('t', owner) },
  { table: medicationStocks, isOf: byMedication },
  { table: stockEntries, isOf: byMedication },
  { table: doseAlerts, isOf: byMedication },
  { table: doseSnoozes, isOf: byMedication },
  { table: medicationLogs, isOf: byMedication },
  { table: medicationLogAttempts, isOf: byLog },
  { table: awayPeriods, isOf: (owner) => ownOrOnly('t', owner) },
  { table: requestedMeasures, isOf: byUser },
  { table: measureValues, isOf: byUser },
  { table: dayNotes, isOf: byUser },
  { table: calendarEvents, isOf: byUser },
  { table: accessibilityPreferences, isOf: byUser },
  { table: alertPlaces, isOf: byUser },
  { table: photoLooks, isOf: byUser },
  { table: analyticsEvents, isOf: byUser },
  // The person's medications and events that are already in the bin.
  {
    table: bin,
    isOf: (owner) => sql`(t.kind = 'event' and t.row ->> 'user_id' = ${owner.id}
      or t.kind = 'medication' and ${byMedication(owner, 't.id')})`,
  },
];

/** Columns of remaining rows that reference the person again after a restore. */
export const REFERENCES = [
  medicationLogs.loggedBy,
  medicationLogAttempts.userId,
  auditEntries.userId,
  sessions.setUpBy,
] as const;

/** Tables whose rows are deleted with a person and not restored. */
export const ENDS_WITH_PERSON: readonly string[] = [
  'sessions',
  'known_devices',
  'pairing_codes',
  'password_resets',
  'email_confirmations',
  'export_tickets',
  'doctor_links',
  'calendar_feeds',
  'push_subscriptions',
  'alert_tellings',
  'alert_tests',
  'alarm_tests',
  'fitting_requests',
  'heartbeats',
];

/** References that remain null after a restore, because they belong to completed work. */
export const LOSES_ITS_NAME: readonly string[] = [
  'alerts.taken_by',
  'alerts.without_user',
  'bin.deleted_by',
  'invitations.sent_by',
];
