import type { UpcomingMedication } from './contract.ts';
import { lateness } from './lateness.ts';

type Spoken = Pick<UpcomingMedication, 'medication' | 'scheduledTime'>;

/**
 * What a reminder of one time says aloud: 'Time to take Metformin, 500 mg, one tablet. Take with
 * food.', or of several 'Time to take: Aspirin, 81 mg. Metformin, 500 mg. Take with food.' Before
 * the time it says when; after it, it blames nobody. Empty for none.
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
