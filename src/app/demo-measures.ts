import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import { dayNotes, measureValues, requestedMeasures } from '#database/schema/measures.ts';
import type { MeasureKind, MeasureUnit } from '#features/measures/domain/kinds.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { addDays, instantOf, localDate } from '#platform/shared/zoned-time.ts';
import { chanceOf, DAYS_OF_HISTORY, type DemoSignIn } from './demo.ts';

const NOTES = [
  {
    daysAgo: 17,
    text: 'Noon dose forgotten three days in a row. Since then a call at half past twelve.',
  },
  { daysAgo: 6, text: 'Dizzy after getting up, twice. Sat down, better after 10 minutes.' },
] as const;

export async function addDemoMeasures(
  database: Database,
  { elder, family }: DemoSignIn,
  now: Date,
): Promise<void> {
  await database.asSystem(async (db) => {
    const people = await db
      .select()
      .from(users)
      .where(inArray(users.email, [elder, family]));
    const rose = people.find(({ email }) => email === elder);
    const maria = people.find(({ email }) => email === family);
    if (!rose || !maria) return;
    const whose = { accountId: rose.accountId, userId: rose.id };
    const kinds: MeasureKind[] = ['blood-pressure', 'weight', 'mood'];
    await db
      .insert(requestedMeasures)
      .values({ ...whose, kinds, weightUnit: '[lb_av]', glucoseUnit: 'mg/dL' });
    const personName = fullName(rose);
    const values = measuredUntil(now).map((value) => ({
      ...{ ...whose, ...value, id: randomUUID(), personName },
    }));
    await db.insert(measureValues).values(values);
    const today = localDate(now, DEFAULT_SETTINGS.timezone);
    const notes = NOTES.map(({ daysAgo, text }) => {
      const date = addDays(today, -daysAgo);
      const writtenAt = instantOf(date, '19:30', DEFAULT_SETTINGS.timezone);
      const writer = fullName(maria);
      return { ...whose, id: randomUUID(), localDate: date, text, writtenAt, personName: writer };
    });
    await db.insert(dayNotes).values(notes);
  });
}

interface Measured {
  readonly kind: MeasureKind;
  readonly unit: MeasureUnit;
  readonly first: number;
  readonly second: number | null;
  readonly localDate: string;
  readonly measuredAt: Date;
}

/**
 * Returns blood pressure on most mornings, weight on Mondays and mood on many evenings, up to
 * `now`.
 */
function measuredUntil(now: Date): Measured[] {
  const { timezone } = DEFAULT_SETTINGS;
  const today = localDate(now, timezone);
  const days = Array.from({ length: DAYS_OF_HISTORY }, (_, at) => DAYS_OF_HISTORY - 1 - at);
  return days
    .flatMap((daysAgo) => {
      const date = addDays(today, -daysAgo);
      const by = (what: string) => chanceOf(`${what} ${daysAgo}`);
      const at = (hour: string) =>
        instantOf(date, `${hour}:${String(by(hour) % 60).padStart(2, '0')}`, timezone);
      const of = (kind: MeasureKind, unit: MeasureUnit, hour: string) => ({
        ...{ kind, unit, localDate: date, measuredAt: at(hour), second: null },
      });
      const measured: Measured[] = [];
      if (by('pressure') < 82) {
        // The values fall slightly over the month.
        const first = 128 + Math.round(daysAgo / 3) + (by('first') % 13);
        const second = 74 + Math.round(daysAgo / 6) + (by('second') % 9);
        measured.push({ ...of('blood-pressure', 'mm[Hg]', '08'), first, second });
      }
      if (daysAgo % 7 === 1) {
        const first = Math.round((156 + daysAgo / 14 + (by('weight') % 9) / 10) * 10) / 10;
        measured.push({ ...of('weight', '[lb_av]', '07'), first });
      }
      if (by('mood') < 60) {
        measured.push({ ...of('mood', '{score}', '19'), first: 2 + (by('feels') % 4) });
      }
      return measured;
    })
    .filter(({ measuredAt }) => measuredAt < now);
}
