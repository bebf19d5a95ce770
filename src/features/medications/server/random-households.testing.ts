import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Db } from '#database/connect.ts';
import { sessions } from '#database/schema/access.ts';
import { doseAlerts, heartbeats, pushSubscriptions } from '#database/schema/alerts.ts';
import { alertOrders, alertPlaces } from '#database/schema/escalation.ts';
import { awayPeriods, medicationLogs, medications } from '#database/schema/medications.ts';
import { addHousehold, addPerson } from '#features/accounts/server/household.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/** In each time zone, some doses are long past at this time and others only shortly. */
export const NOW = new Date('2026-03-10T17:30:00Z');

const ZONES = ['America/New_York', 'Europe/London', 'Asia/Tokyo', 'Pacific/Apia'] as const;
const TIMES = [['08:00'], ['08:00', '12:00'], ['12:15', '15:30'], ['00:10', '23:50']];
const DATES = ['2026-03-09', '2026-03-10', '2026-03-11'];

const person = fc.record({
  // Different households contain people with equal names.
  firstName: fc.constantFrom('Ada', 'Ada', 'Bea'),
  email: fc.constantFrom('proven', 'proven', 'not proven', 'none'),
  browsers: fc.nat(2),
  step: fc.constantFrom(null, 1, 2),
  isQuiet: fc.constantFrom(false, false, true),
});

const medicine = fc.record({
  name: fc.constantFrom('Lisinopril', 'Metformin'),
  times: fc.constantFrom(...TIMES),
  isOfElder: fc.boolean(),
  reminderEnabled: fc.constantFrom(true, true, true, false),
  isTaper: fc.boolean(),
  /** The status of each of its doses on `DATES`; null means no log. */
  said: fc.array(fc.constantFrom(null, null, null, 'taken', 'pending', 'missed'), {
    ...{ minLength: 3, maxLength: 3 },
  }),
  isAlerted: fc.constantFrom(false, false, false, true),
});

/** The properties of a household that affect the alerts of its doses. */
export const household = fc.record({
  timezone: fc.constantFrom(...ZONES),
  people: fc.array(person, { minLength: 1, maxLength: 4 }),
  elders: fc.integer({ min: 1, max: 2 }),
  medicines: fc.array(medicine, { minLength: 1, maxLength: 3 }),
  hasOrder: fc.boolean(),
  hasTablet: fc.boolean(),
  isAway: fc.constantFrom(false, false, false, true),
  isOver: fc.constantFrom(false, false, false, true),
  /** Hours since the last sweep; more than a week takes several transactions. */
  behind: fc.constantFrom(6, 6, 30, 240),
});

export type Household = typeof household extends fc.Arbitrary<infer H> ? H : never;

/**
 * Writes the household; `mark` becomes part of its name and of the names of its people and
 * medications.
 */
export async function write(db: Db, one: Household, mark: string): Promise<string> {
  const id = randomUUID();
  const now = new Date(+NOW - 60 * DAY_MS);
  const endsAt = new Date(+NOW + (one.isOver ? -30 : 30) * DAY_MS);
  const status = one.isOver ? ('canceled' as const) : ('active' as const);
  const subscription = { provider: 'built-in', plan: 'monthly', status, endsAt } as const;
  const home = { timezone: one.timezone, appName: `Home ${mark}` };
  await addHousehold(db, { id, subscription, home, now });
  const elders: string[] = [];
  for (let each = 0; each < one.elders; each += 1) {
    const name = { firstName: `Eve ${each}`, lastName: mark };
    const elder = { ...name, id: randomUUID(), accountId: id, role: 'user' as const };
    await addPerson(db, { ...elder, createdAt: now });
    elders.push(elder.id);
  }
  for (const [at, each] of one.people.entries()) await writePerson(db, id, each, `${mark}-${at}`);
  if (one.hasOrder)
    await db.insert(alertOrders).values({
      ...{ accountId: id, waitMinutes: 15, askAgainMinutes: 60, lastIgnoresQuiet: false },
    });
  const [elder = ''] = elders;
  if (one.hasTablet) await writeTablet(db, id, elder);
  for (const each of one.medicines) await writeMedicine(db, id, each, { elder, mark });
  if (one.isAway)
    await db.insert(awayPeriods).values({
      ...{ id: randomUUID(), accountId: id, userId: elder, note: '', createdAt: now },
      ...{ startDate: '2026-03-10', startTime: '07:00', endDate: '2026-03-10', endTime: '12:15' },
    });
  return id;
}

async function writePerson(
  db: Db,
  accountId: string,
  { firstName, email, browsers, step, isQuiet }: Household['people'][number],
  mark: string,
): Promise<void> {
  const createdAt = new Date(+NOW - 60 * DAY_MS);
  const userId = randomUUID();
  const name = { firstName, lastName: mark };
  await addPerson(db, {
    ...{ ...name, id: userId, accountId, role: 'admin', createdAt },
    ...(email !== 'none' && { email: `${userId}@example.com` }),
    ...(email === 'proven' && { emailProvenAt: createdAt }),
  });
  for (let each = 0; each < browsers; each += 1)
    await db.insert(pushSubscriptions).values({
      ...{ id: randomUUID(), accountId, userId, createdAt, p256dh: '', auth: '' },
      endpoint: `https://example.com/${randomUUID()}`,
    });
  const quiet = isQuiet ? { quietFrom: '00:00', quietUntil: '23:59' } : {};
  if (step !== null) await db.insert(alertPlaces).values({ accountId, userId, step, ...quiet });
}

async function writeTablet(db: Db, accountId: string, userId: string): Promise<void> {
  const id = randomUUID();
  const ends = { expiresAt: new Date(+NOW + DAY_MS), endsAt: new Date(+NOW + DAY_MS) };
  const lastSeenAt = new Date(+NOW - MINUTE_MS);
  await db.insert(sessions).values({
    ...{ tokenHash: id, id, accountId, userId, deviceName: 'Tablet', kind: 'tablet' },
    ...{ createdAt: new Date(+NOW - DAY_MS), lastSeenAt, ...ends },
  });
  for (const minutes of [1, 31, 61, 91])
    await db.insert(heartbeats).values({
      ...{ sessionId: id, accountId, at: new Date(+NOW - minutes * MINUTE_MS) },
      ...{ visible: true, soundReady: minutes > 40, clockSkewMs: 0 },
    });
}

async function writeMedicine(
  db: Db,
  accountId: string,
  {
    name,
    times,
    isOfElder,
    reminderEnabled,
    isTaper,
    said,
    isAlerted,
  }: Household['medicines'][number],
  { elder, mark }: { readonly elder: string; readonly mark: string },
): Promise<void> {
  const id = randomUUID();
  const createdAt = new Date(+NOW - 50 * DAY_MS);
  const steps = [{ from: '2026-03-01', amount: 6, times }];
  await db.insert(medications).values({
    ...{ id, accountId, name, dosage: `dose ${mark}`, times, reminderEnabled, createdAt },
    ...(isTaper
      ? { frequency: 'taper', pattern: { kind: 'taper' as const, unit: 'tablet', steps } }
      : { frequency: 'daily' }),
    ...{ startDate: '2026-01-01', instructions: '', isActive: true, soundEnabled: true },
    ...{ scheduledSince: createdAt, userId: isOfElder ? elder : null },
  });
  const [time = ''] = times;
  for (const [at, status] of said.entries())
    if (status !== null)
      await db.insert(medicationLogs).values({
        ...{ id: randomUUID(), accountId, medicationId: id, localDate: DATES[at] ?? '', time },
        ...{ scheduledTime: new Date(`${DATES[at]}T${time}Z`), status, notes: '', late: false },
        ...{ loggedAt: new Date(+NOW - HOUR_MS), medicationName: name, medicationDosage: '' },
        loggedByName: status === 'missed' ? null : 'Ada',
      });
  if (isAlerted)
    await db.insert(doseAlerts).values({
      ...{ medicationId: id, accountId, localDate: '2026-03-10', time, alertedAt: createdAt },
    });
}
