import type { Medication } from './contract.ts';

type Scheduled = Pick<
  Medication,
  'frequency' | 'times' | 'isActive' | 'reminderEnabled' | 'userId'
>;

/**
 * Wall-clock times, HH:MM, at which two or more reminders of the same person stand, the earliest
 * first. What is for everyone rings beside everybody's own.
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
