import type { Medication } from '../contract.ts';

type Scheduled = Pick<
  Medication,
  'frequency' | 'times' | 'isActive' | 'reminderEnabled' | 'userId'
>;

/**
 * Returns the wall-clock times, HH:MM, at which the same elder has two or more reminders, earliest
 * first. A medication of `system` counts for every elder.
 */
export function sharedTimes(medications: readonly Scheduled[]): string[] {
  const reminding = medications.filter(
    ({ isActive, reminderEnabled, frequency }) =>
      isActive && reminderEnabled && frequency !== 'as_needed',
  );
  const shared = reminding.flatMap((medication, index) =>
    reminding
      .slice(index + 1)
      .filter(({ userId }) => areTogether(userId, medication.userId))
      .flatMap(({ times }) => times.filter((time) => medication.times.includes(time))),
  );
  return [...new Set(shared)].sort();
}

const areTogether = (one: string, other: string) =>
  one === other || one === 'system' || other === 'system';
