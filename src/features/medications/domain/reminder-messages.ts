import type { UpcomingMedication } from '../contract.ts';
import { lateness } from './lateness.ts';

type Spoken = Pick<UpcomingMedication, 'medication' | 'scheduledTime'>;

/**
 * Returns the spoken text of a reminder: 'Time to take Metformin, 500 mg, one tablet. Take with
 * food.', or for several doses 'Time to take: Aspirin, 81 mg. Metformin, 500 mg. Take with food.'
 * Before the scheduled time it names the minutes left; after it, it does not mention the delay, so
 * as not to blame the elder. Empty if there is no dose.
 */
export function reminderMessage(items: readonly Spoken[], now: Date): string {
  const [first] = items;
  if (first === undefined) return '';
  const { kind, minutes } = lateness(new Date(first.scheduledTime), now);
  const unit = minutes === 1 ? 'minute' : 'minutes';
  const start = kind === 'upcoming' ? `In ${minutes} ${unit} it is time to take` : 'Time to take';
  const what = items.flatMap(({ medication: { name, dosage, instructions } }) => [
    [name, dosage].filter((word) => word !== '').join(', '),
    instructions,
  ]);
  const sentences = what
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`));
  return `${start}${items.length > 1 ? ':' : ''} ${sentences.join(' ')}`;
}
