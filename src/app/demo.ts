import { randomUUID } from 'node:crypto';
import type { Database, Db } from '#database/connect.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { addHousehold, addPerson } from '#features/accounts/server/household.ts';
import { endOfPeriod } from '#features/entitlement/period.ts';
import { DEMO_MEDICATIONS, type DemoMedication } from '#features/medications/demo.ts';
import { type Dose, dosesOn } from '#features/medications/schedule.ts';
import { scheduleCheck } from '#features/medications/server.ts';
import { DEFAULT_SETTINGS } from '#features/settings/defaults.ts';
import { hashPassword } from '#kit/server/passwords.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { addDays, localDate, localTime } from '#kit/shared/zoned-time.ts';

export interface DemoSignIn {
  readonly family: string;
  readonly elder: string;
  readonly password: string;
}

const DAYS_OF_HISTORY = 7;

/** Long enough after the start to sign in and open the home screen. */
const MINUTES_TO_FIRST_ALARM = 3;

/** Of twelve doses the first was missed and the sixth skipped; the others were taken. */
const DEMO_STATUSES: Record<number, string> = { 0: 'missed', 5: 'skipped' };

/** A household to look at: a family member, an elder, medications of every kind, a week of logs. */
export async function addDemoHousehold(database: Database, now = new Date()): Promise<DemoSignIn> {
  const signIn = {
    family: 'family@example.com',
    elder: 'elder@example.com',
    password: 'window-to-the-garden',
  };
  const passwordHash = await hashPassword(signIn.password);
  await database.asSystem(async (db) => {
    const accountId = randomUUID();
    const subscription = {
      provider: 'built-in',
      plan: 'yearly',
      status: 'active',
      endsAt: endOfPeriod('yearly', now),
    } as const;
    await addHousehold(db, { id: accountId, subscription, now });
    const of = { accountId, passwordHash, createdAt: now, emailProvenAt: now, signedInAt: now };
    const family = { firstName: 'Maria', lastName: 'Carter', email: signIn.family };
    await addPerson(db, { ...of, ...family, role: 'super_admin' });
    const elder = { firstName: 'Rose', lastName: 'Carter', email: signIn.elder };
    await addPerson(db, { ...of, ...elder, role: 'user' });
    await addMedications(db, accountId, now);
  });
  return signIn;
}

/** What `npm run demo` prints below the address. */
export function describeDemo({ family, elder, password }: DemoSignIn): string[] {
  return [
    'A household to look at; it is made anew at every start.',
    `  the family's panel:  ${family}`,
    `  the elder's screen:  ${elder}`,
    `  password of both:    ${password}`,
    `A medication is due ${MINUTES_TO_FIRST_ALARM} minutes after the start: touch the home screen once, so that it may sound.`,
  ];
}

async function addMedications(db: Db, accountId: string, now: Date): Promise<void> {
  const { timezone } = DEFAULT_SETTINGS;
  const today = localDate(now, timezone);
  const first = localTime(new Date(now.getTime() + MINUTES_TO_FIRST_ALARM * MINUTE_MS), timezone);
  for (const [index, demo] of DEMO_MEDICATIONS.entries()) {
    const startDate = addDays(today, -DAYS_OF_HISTORY);
    const since = new Date(now.getTime() - DAYS_OF_HISTORY * DAY_MS + index);
    const times = demo.times.map((time) => (time === 'soon' ? first : time)).sort();
    const row = { ...demo, times, id: randomUUID(), accountId, startDate, endDate: null };
    await db.insert(medications).values({
      ...row,
      pillImageUrl: null,
      isActive: true,
      reminderEnabled: true,
      scheduledSince: since,
      createdAt: since,
    });
    await addHistory(db, row, now);
  }
  await scheduleCheck(db, accountId, now);
}

type DemoRow = DemoMedication & { id: string; accountId: string; startDate: string };

/** Most doses were taken, a few skipped or missed; nothing of the last hour is logged. */
async function addHistory(db: Db, row: DemoRow, now: Date): Promise<void> {
  const { timezone } = DEFAULT_SETTINGS;
  const schedule = { ...row, times: [...row.times], endDate: null, isActive: true };
  const days = Array.from({ length: DAYS_OF_HISTORY + 1 }, (_, day) => addDays(row.startDate, day));
  const past = days
    .flatMap((date) => dosesOn(schedule, date, timezone))
    .filter((dose) => dose.scheduledTime.getTime() < now.getTime() - HOUR_MS);
  if (past.length === 0) return;
  await db.insert(medicationLogs).values(past.map((dose, index) => logOf(row, dose, index)));
}

function logOf(row: DemoRow, dose: Dose, index: number) {
  const status = DEMO_STATUSES[(index * 7 + row.name.length) % 12] ?? 'taken';
  const minutesAfter = (index * 5 + row.name.length) % 14;
  return {
    id: randomUUID(),
    accountId: row.accountId,
    medicationId: row.id,
    localDate: dose.date,
    time: dose.time,
    scheduledTime: dose.scheduledTime,
    status,
    notes: '',
    late: false,
    loggedAt: new Date(dose.scheduledTime.getTime() + minutesAfter * MINUTE_MS),
    medicationName: row.name,
    medicationDosage: row.dosage,
  };
}
