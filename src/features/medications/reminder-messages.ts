import type { UpcomingMedication } from './contract.ts';
import { lateness } from './lateness.ts';

/**
 * What a reminder says aloud: 'Time to take Metformin, 500 mg, one tablet. Take with food.' Before
 * the time it says when; after it, it blames nobody.
 */
export function reminderMessage(
  { medication, scheduledTime }: Pick<UpcomingMedication, 'medication' | 'scheduledTime'>,
  now: Date,
): string {
  const { kind, minutes } = lateness(new Date(scheduledTime), now);
  const unit = minutes === 1 ? 'minute' : 'minutes';
  const start = kind === 'upcoming' ? `In ${minutes} ${unit} it is time to take` : 'Time to take';
  const what = [medication.name, medication.dosage].filter((word) => word !== '').join(', ');
  return [`${start} ${what}`, medication.instructions]
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}
