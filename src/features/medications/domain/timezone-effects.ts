import type { NamedDose, TimezoneEffects } from '#features/settings/contract.ts';
import { addDays, instantOf, localDate, localTime } from '#platform/shared/zoned-time.ts';
import type { FormerSchedule, Medication } from '../contract.ts';
import { isAway } from './away.ts';
import type { DueMedication } from './due.ts';
import { jumpedDoses } from './jumped-doses.ts';
import type { CaredDose } from './overdue.ts';
import { caredDoses } from './overdue.ts';
import type { Dose } from './schedule.ts';
import { scheduleVersions } from './schedule-versions.ts';

export type NamedMedication = DueMedication & Pick<Medication, 'name'>;

interface TimezoneChange {
  readonly from: string;
  readonly to: string;
  readonly now: Date;
  /** True if the dose has an answer, or was already marked missed. */
  isAnswered(dose: Pick<Dose, 'id'>): boolean;
}

/** Doses of this many dates before today can still be pending. */
const DAYS_BEFORE = 2;

/** Computes the effects of a time zone change on these medications, without making the change. */
export function timezoneEffects(
  medications: readonly NamedMedication[],
  change: TimezoneChange,
): TimezoneEffects {
  const each = medications.map((medication) => effectsOn(medication, change));
  return allEffects(medications, each, change);
}

/** Combines the effects on each medication with the moved times. */
export function allEffects(
  medications: readonly NamedMedication[],
  each: readonly ReturnType<typeof effectsOn>[],
  change: TimezoneChange,
): TimezoneEffects {
  return {
    moves: movesOf(medications, change),
    overdue: each.flatMap(({ overdue }) => overdue),
    dropped: each.flatMap(({ dropped }) => dropped),
    missed: each.flatMap(({ missed }) => missed),
  };
}

/** Returns the medication as it would be after a time zone change at `now`. */
export function withTimezoneChange(
  medication: NamedMedication,
  from: string,
  now: Date,
): NamedMedication {
  const { frequency, times, pattern, startDate, endDate, isActive, scheduledSince } = medication;
  const former: FormerSchedule = {
    from: scheduledSince ?? new Date(0).toISOString(),
    until: now.toISOString(),
    ...{ timezone: from, frequency, times, startDate, endDate, isActive },
    ...(pattern ? { pattern } : {}),
  };
  return {
    ...medication,
    scheduledSince: now.toISOString(),
    formerSchedules: [...(medication.formerSchedules ?? []), former],
  };
}

/** Returns the doses of one medication that the change makes overdue or missed, or drops. */
export function effectsOn(
  medication: NamedMedication,
  { from, to, now, isAnswered }: TimezoneChange,
) {
  const changed = withTimezoneChange(medication, from, now);
  const versions = scheduleVersions(changed, to);
  const { notDue = [] } = medication;
  const jumped = jumpedDoses(versions, ({ date, time }) => !notDue.includes(`${date} ${time}`))
    .filter(({ version }) => version === versions.length - 1)
    .filter((dose) => !isAway(medication.away, dose) && !isAnswered(dose));
  const after = new Map(waiting(changed, to, now).map((dose) => [dose.id, dose]));
  const missed = waiting(medication, from, now).filter((dose) => {
    if (dose.scheduledTime > now || dose.missedAt <= now || isAnswered(dose)) return false;
    const then = after.get(dose.id);
    return then !== undefined && then.missedAt <= now;
  });
  return {
    overdue: jumped.filter(({ isDropped }) => !isDropped).map(named),
    dropped: jumped.filter(({ isDropped }) => isDropped).map(named),
    missed: missed.map(named),
  };

  function named({ date, time }: Dose): NamedDose {
    return { medication: medication.name, date, time };
  }
}

function waiting(medication: DueMedication, timezone: string, now: Date): CaredDose[] {
  const today = localDate(now, timezone);
  return Array.from({ length: DAYS_BEFORE + 1 }, (_, days) =>
    caredDoses(medication, addDays(today, days - DAYS_BEFORE), timezone),
  ).flat();
}

/**
 * Returns the reminder times that differ on the clocks of the present time zone, earliest first.
 */
function movesOf(
  medications: readonly NamedMedication[],
  { from, to, now }: TimezoneChange,
): TimezoneEffects['moves'] {
  const today = localDate(now, to);
  const reminding = medications.filter(
    ({ frequency, isActive, endDate }) =>
      frequency !== 'as_needed' && isActive && (endDate === null || endDate >= today),
  );
  const times = [...new Set(reminding.flatMap((medication) => medication.times))].sort();
  return times
    .map((time) => ({
      time,
      becomes: localTime(instantOf(today, time, to), from),
      medications: reminding.filter((medication) => medication.times.includes(time)).length,
    }))
    .filter(({ time, becomes }) => time !== becomes);
}
