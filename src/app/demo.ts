import { randomUUID } from 'node:crypto';
import type { Database, Db } from '#database/connect.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { addHousehold, addPerson } from '#features/accounts/server/household.ts';
import { endOfPeriod } from '#features/entitlement/domain/period.ts';
import { DEMO_MEDICATIONS, type DemoMedication } from '#features/medications/demo.ts';
import { type CaredDose, caredDoses } from '#features/medications/domain/overdue.ts';
import { BY_ITSELF, scheduleCheck } from '#features/medications/server.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { hashPassword } from '#platform/server/passwords.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { addDays, localDate, localTime } from '#platform/shared/zoned-time.ts';

export interface DemoSignIn {
  readonly family: string;
  readonly elder: string;
  readonly password: string;
}

/** Number of days that covers a full month of any length. */
export const DAYS_OF_HISTORY = 31;

const ELDER = { firstName: 'Rose', lastName: 'Carter' };

/** Minutes until the first alarm, so that there is time to sign in and open the home screen. */
const MINUTES_TO_FIRST_ALARM = 3;

/**
 * Creates a demo household: a family member, an elder, medications of every kind, a month of logs.
 */
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
    const elder = { ...ELDER, email: signIn.elder };
    const elderId = await addPerson(db, { ...of, ...elder, role: 'user' });
    await addMedications(db, { accountId, elderId: elderId ?? null }, now);
  });
  return signIn;
}

/** Returns the lines that `npm run demo` prints below the address. */
export function describeDemo({ family, elder, password }: DemoSignIn): string[] {
  return [
    'A household to look at; it is made anew at every start.',
    `  the family's panel:  ${family}`,
    `  the elder's screen:  ${elder}`,
    `  password of both:    ${password}`,
    `A medication is due ${MINUTES_TO_FIRST_ALARM} minutes after the start: touch the home screen once, so that it may sound.`,
  ];
}

interface Whose {
  readonly accountId: string;
  readonly elderId: string | null;
}

async function addMedications(db: Db, whose: Whose, now: Date): Promise<void> {
  const { accountId } = whose;
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
    await addHistory(db, { ...row, elderId: whose.elderId }, now);
  }
  await scheduleCheck(db, accountId, now);
}

type DemoRow = DemoMedication & Whose & { id: string; startDate: string };

/**
 * Adds logs in which most doses were taken, increasingly so over the month. Doses of the last hour
 * are not answered.
 */
async function addHistory(db: Db, row: DemoRow, now: Date): Promise<void> {
  const { timezone } = DEFAULT_SETTINGS;
  const schedule = { ...row, times: [...row.times], endDate: null, isActive: true, away: [] };
  const days = Array.from({ length: DAYS_OF_HISTORY + 1 }, (_, day) => addDays(row.startDate, day));
  const logs = days.flatMap((date, day) =>
    caredDoses(schedule, date, timezone)
      .filter((dose) => dose.scheduledTime.getTime() < now.getTime() - HOUR_MS)
      .map((dose) => logOf(row, dose, outcomeOf(row, dose, day, now))),
  );
  if (logs.length === 0) return;
  await db.insert(medicationLogs).values(logs);
}

interface Outcome {
  readonly status: 'taken' | 'skipped' | 'missed';
  readonly late: boolean;
  readonly loggedAt: Date;
}

/**
 * Returns the outcome of a dose, deterministic for each dose and day. A dose whose answer would be
 * in the future has none.
 */
function outcomeOf({ name }: DemoRow, dose: CaredDose, day: number, now: Date): Outcome {
  const { scheduledTime, missedAt } = dose;
  const chance = chanceOf(`${name} ${dose.time} ${day}`);
  const after = (minutes: number) => new Date(scheduledTime.getTime() + minutes * MINUTE_MS);
  // Early in the month 14 % of the doses were missed, later 5 %.
  const missed = day < 12 ? 14 : 5;
  if (chance < missed && missedAt < now)
    return { status: 'missed', late: false, loggedAt: missedAt };
  if (chance < missed + 3) return { status: 'skipped', late: false, loggedAt: after(4) };
  const late = after(65 + (chance % 30));
  if (chance < missed + 8 && late < now) return { status: 'taken', late: true, loggedAt: late };
  return { status: 'taken', late: false, loggedAt: after(chance % 14) };
}

/** Returns a pseudorandom number from 0 to 99 that depends only on the text (FNV-1a). */
export function chanceOf(words: string): number {
  let hash = 2_166_136_261;
  for (const letter of words) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  // Mixes in the high bits, because the low bits alone are similar for similar texts.
  return ((hash ^ (hash >>> 15)) >>> 0) % 100;
}

function logOf(row: DemoRow, dose: CaredDose, outcome: Outcome) {
  const byItself = outcome.status === 'missed';
  return {
    ...outcome,
    id: randomUUID(),
    accountId: row.accountId,
    medicationId: row.id,
    localDate: dose.date,
    time: dose.time,
    scheduledTime: dose.scheduledTime,
    notes: '',
    loggedBy: byItself ? null : row.elderId,
    loggedByName: byItself ? null : fullName(ELDER),
    medicationName: row.name,
    medicationDosage: row.dosage,
    deviceName: byItself ? BY_ITSELF : 'Chrome on Android',
  };
}
