import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { parameter, prepared, value } from '#database/prepared.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import { settings } from '#database/schema/home.ts';
import { users } from '#database/schema/households.ts';
import {
  medicationLogAttempts,
  medicationLogs,
  medications,
} from '#database/schema/medications.ts';
import { isAlertOpenOf, isSomethingOutAbout } from '#features/alerts/server.ts';

const texts = z.array(z.string()).nullable();

/**
 * Reads the data needed to check a press in one statement: the medication as `findMedication`
 * returns it, the household's time zone and the name of the person.
 */
export const readForPress = prepared(
  'read_for_press',
  {
    medication: medications,
    timezone: value(sql`${settings.timezone}`, z.string().nullable().parse),
    firstName: users.firstName,
    lastName: users.lastName,
  },
  (selected) => sql`
    select ${selected} from ${users}
    left join ${settings} on ${settings.accountId} = ${users.accountId}
    left join ${medications} on ${medications.accountId} = ${users.accountId}
      and ${medications.id} = ${parameter('medicationId', medications.id)}
      and (${medications.deletedAt} is null
        or ${medications.deletedAt} > ${parameter('at', medications.deletedAt)})
      and (not ${parameter('ownOnly')}::boolean
        or ${medications.userId} is null or ${medications.userId} = ${users.id})
    where ${users.id} = ${parameter('userId', users.id)}
      and ${users.accountId} = ${parameter('accountId', users.accountId)}`,
);

const { accountId, medicationId, localDate, time, loggedAt } = medicationLogs;

/**
 * Inserts the log of a dose that has none; if the status is taken, the alert of the dose is
 * cleared. A pending answer is also an attempt, because the server can mark the dose missed from
 * then on. Returns no row if the dose has a log or if the same press was processed before (a log
 * has its id, or an attempt has its key). `told` are the recipients of the alert. The written
 * values are the given ones, so they are not returned.
 */
export const insertLog = prepared(
  'insert_log',
  {
    told: value(sql`(select cleared.told from cleared)`, texts.parse),
    isSomethingOut: value(
      isSomethingOutAbout(sql`${accountId}`, parameter('doseId')),
      z.boolean().parse,
    ),
    // A dose that is not overdue has no alert, so none is searched.
    isAlertOpen: value(
      sql`case when ${parameter('isOverdue')}::boolean
        then ${isAlertOpenOf(sql`${accountId}`, {
          ...{
            medicationId: sql`${medicationId}`,
            localDate: sql`${localDate}`,
            time: sql`${time}`,
          },
        })} else false end`,
      z.boolean().parse,
    ),
  },
  (selected) => sql`
    with made as (
      insert into ${medicationLogs} (medication_id, local_date, time, id, account_id,
        scheduled_time, status, notes, late, beyond_limit, logged_at, logged_by, logged_by_name,
        medication_name, medication_dosage, units, device_name)
      select ${parameter('medicationId', medicationId)}, ${parameter('localDate', localDate)},
        ${parameter('time', time)}, ${parameter('id', medicationLogs.id)},
        ${parameter('accountId', accountId)}, ${parameter('scheduledTime', medicationLogs.scheduledTime)},
        ${parameter('status')}, ${parameter('notes')}, ${parameter('late')}, ${parameter('beyondLimit')},
        ${parameter('loggedAt', loggedAt)}, ${parameter('loggedBy', medicationLogs.loggedBy)},
        ${parameter('loggedByName')}, ${parameter('medicationName')}, ${parameter('medicationDosage')},
        ${parameter('units', medicationLogs.units)},
        ${parameter('deviceName')}
      where not exists (
        select from ${medicationLogAttempts} said
        where said.account_id = ${parameter('accountId', accountId)}
          and said.idempotency_key = ${parameter('key')}
          and said.user_id = ${parameter('loggedBy', medicationLogs.loggedBy)})
      on conflict do nothing
      returning account_id, medication_id, local_date, time, id, status, notes, logged_at,
        logged_by, logged_by_name, device_name
    ), attempt as (
      insert into ${medicationLogAttempts} (id, account_id, medication_log_id, status, notes, at,
        user_id, person_name, device_name, idempotency_key)
      select ${parameter('attemptId')}::uuid, account_id, id, status, notes, logged_at, logged_by,
        logged_by_name, ${parameter('device')}, ${parameter('key')}
      from made where device_name is null
      on conflict do nothing
    ), cleared as (
      update ${doseAlerts} alert set all_clear_at = ${parameter('now')}::timestamptz
      from made
      where made.status = 'taken' and alert.account_id = made.account_id
        and alert.medication_id = made.medication_id and alert.local_date = made.local_date
        and alert.time = made.time and alert.all_clear_at is null
      returning alert.told
    )
    select ${selected} from made as ${medicationLogs}`,
);
