import { randomUUID } from 'node:crypto';
import { sessionCookieName } from '#platform/server/http/cookies.ts';
import type { Database, Db } from '../../src/database/connect.ts';
import { medicationLogs, medications } from '../../src/database/schema/medications.ts';
import { addHousehold, addPerson } from '../../src/features/accounts/server/household.ts';
import { addSession, PERSON } from '../../src/features/sessions/server/session-rows.ts';
import { addDays, instantOf } from '../../src/platform/shared/zoned-time.ts';

/** Number of days in ten years. */
export const TEN_YEARS = 3652;

const TIMES = ['08:00', '20:00'];
const MEDICATIONS = ['Lisinopril', 'Metformin', 'Atorvastatin', 'Vitamin D', 'Eye drops'];
const TIMEZONE = 'America/New_York';

export const DOSES_A_DAY = TIMES.length * MEDICATIONS.length;

/**
 * Adds a household with medications and dose logs of `days` days; returns the cookie of its elder.
 */
export async function addLoggedFamily(
  database: Database,
  now: Date,
  days: number,
): Promise<string> {
  const accountId = randomUUID();
  const endsAt = new Date(now.getTime() + 1e10);
  const subscription = { provider: 'built-in', plan: 'yearly', status: 'active', endsAt } as const;
  return database.asSystem(async (db) => {
    await addHousehold(db, { id: accountId, subscription, now });
    const person = { firstName: 'Rose', lastName: 'Carter', createdAt: now };
    const userId = await addPerson(db, { ...person, accountId, role: 'user' });
    if (userId === undefined) throw new Error('the person was not added');
    for (const name of MEDICATIONS) await addMedication(db, { accountId, name, days, now });
    const session = { accountId, userId, deviceName: 'Bench', lifetime: PERSON, now };
    return `${sessionCookieName(false)}=${(await addSession(db, session)).token}`;
  });
}

async function addMedication(
  db: Db,
  { accountId, name, days, now }: { accountId: string; name: string; days: number; now: Date },
): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const id = randomUUID();
  await db.insert(medications).values({
    id,
    accountId,
    name,
    dosage: 'one tablet',
    frequency: 'twice_daily',
    times: TIMES,
    startDate: addDays(today, -TEN_YEARS),
    instructions: '',
    isActive: true,
    reminderEnabled: true,
    soundEnabled: true,
    createdAt: now,
    scheduledSince: now,
  });
  // The logs end three days ago: the response includes the days around today, which must be the
  // same in both households.
  const past = Array.from({ length: days }, (_, day) => addDays(today, -3 - day));
  const logs = past.flatMap((localDate) =>
    TIMES.map((time) => {
      const scheduledTime = instantOf(localDate, time, TIMEZONE);
      return {
        id: randomUUID(),
        accountId,
        medicationId: id,
        localDate,
        time,
        scheduledTime,
        status: 'taken',
        notes: '',
        late: false,
        loggedAt: scheduledTime,
        medicationName: name,
        medicationDosage: 'one tablet',
      };
    }),
  );
  for (let at = 0; at < logs.length; at += 1000) {
    await db.insert(medicationLogs).values(logs.slice(at, at + 1000));
  }
}
