import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { given, prepared, value } from '#database/prepared.ts';
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
      and ${medications.id} = ${given('medicationId', medications.id)}
      and (${medications.deletedAt} is null
        or ${medications.deletedAt} > ${given('at', medications.deletedAt)})
      and (not ${given('ownOnly')}::boolean
        or ${medications.userId} is null or ${medications.userId} = ${users.id})
    where ${users.id} = ${given('userId', users.id)}
      and ${users.accountId} = ${given('accountId', users.accountId)}`,
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
      isSomethingOutAbout(sql`${accountId}`, given('doseId')),
      z.boolean().parse,
    ),
    // A dose that is not overdue has no alert, so none is searched.
    isAlertOpen: value(
      sql`case when ${given('isOverdue')}::boolean
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
      select ${given('medicationId', medicationId)}, ${given('localDate', localDate)},
        ${given('time', time)}, ${given('id', medicationLogs.id)},
        ${given('accountId', accountId)}, ${given('scheduledTime', medicationLogs.scheduledTime)},
        ${given('status')}, ${given('notes')}, ${given('late')}, ${given('beyondLimit')},
        ${given('loggedAt', loggedAt)}, ${given('loggedBy', medicationLogs.loggedBy)},
        ${given('loggedByName')}, ${given('medicationName')}, ${given('medicationDosage')},
        ${given('units', medicationLogs.units)},
        ${given('deviceName')}
      where not exists (
        select from ${medicationLogAttempts} said
        where said.account_id = ${given('accountId', accountId)}
          and said.idempotency_key = ${given('key')}
          and said.user_id = ${given('loggedBy', medicationLogs.loggedBy)})
      on conflict do nothing
      returning account_id, medication_id, local_date, time, id, status, notes, logged_at,
        logged_by, logged_by_name, device_name
    ), attempt as (
      insert into ${medicationLogAttempts} (id, account_id, medication_log_id, status, notes, at,
        user_id, person_name, device_name, idempotency_key)
      select ${given('attemptId')}::uuid, account_id, id, status, notes, logged_at, logged_by,
        logged_by_name, ${given('device')}, ${given('key')}
      from made where device_name is null
      on conflict do nothing
    ), cleared as (
      update ${doseAlerts} alert set all_clear_at = ${given('now')}::timestamptz
      from made
      where made.status = 'taken' and alert.account_id = made.account_id
        and alert.medication_id = made.medication_id and alert.local_date = made.local_date
        and alert.time = made.time and alert.all_clear_at is null
      returning alert.told
    )
    select ${selected} from made as ${medicationLogs}`,
);
