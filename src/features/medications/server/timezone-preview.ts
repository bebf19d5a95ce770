import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '#database/connect.ts';
import type { TimezoneEffects } from '#features/settings/contract.ts';
import { addDays } from '#platform/shared/zoned-time.ts';
import { doseId } from '../domain/schedule.ts';
import { allEffects, effectsOn } from '../domain/timezone-effects.ts';
import { daysOf, readCare } from './overdue-rows.ts';

/**
 * Returns the effects that a change of the household's time zone would have now, without making the
 * change.
 */
export async function previewTimezone(
  db: Db,
  accountId: string,
  { to, now }: { readonly to: string; readonly now: Date },
): Promise<TimezoneEffects> {
  const care = await readCare(db, accountId, (timezone) => {
    const [first, last] = daysOf(now, now)(timezone);
    return [first, addDays(last, 2)];
  });
  const answered = new Set(
    care.medicines.flatMap(({ row, logs }) =>
      logs
        .filter(({ status }) => status !== 'pending')
        .map(({ localDate, time }) => doseId(row.id, localDate, time)),
    ),
  );
  const medications = care.medicines.map(({ row, schedule }) => ({ ...schedule, name: row.name }));
  const isAnswered = ({ id }: { readonly id: string }) => answered.has(id);
  const change = { from: care.timezone, to, now, isAnswered };
  const each: ReturnType<typeof effectsOn>[] = [];
  for (const medication of medications) {
    each.push(effectsOn(medication, change));
    // Yields to other requests, because a household can have many medications.
    await nextTurn();
  }
  return allEffects(medications, each, change);
}
