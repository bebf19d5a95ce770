import { timeMessage } from '#platform/shared/moments.ts';
import { type DoseMessage, MAX_NAMED, medicineOf, type NamedDose } from './dose-message.ts';

/** An unanswered dose and the state of the tablet since it was due, as a sentence. */
export interface OverdueDose extends NamedDose {
  readonly tablet: string;
}

/**
 * Builds the message of an alert. `older` counts doses that were overdue for more than a day before
 * an alert could be sent.
 */
export function alertMessage(
  doses: readonly OverdueDose[],
  older: number,
  now: Date,
  timezone: string,
): DoseMessage {
  const total = doses.length + older;
  const subject =
    total === 1 ? 'A dose has not been confirmed' : `${total} doses have not been confirmed`;
  const rest = doses.length - MAX_NAMED;
  const paragraphs = [
    ...introduction(doses.length),
    ...listed(doses.slice(0, MAX_NAMED), now, timezone),
    ...(rest > 0 ? [`and ${rest} more.`] : []),
    ...olderMessage(older),
  ];
  const [first] = doses;
  const notice =
    first === undefined
      ? olderMessage(older).join(' ')
      : `Due at ${timeMessage(first.scheduledTime, now, timezone)}. ${first.tablet}`;
  return { subject, paragraphs, notice };
}

function introduction(count: number): string[] {
  if (count === 0) return [];
  return count === 1
    ? ['This dose is more than an hour late, and nobody has said whether it was taken:']
    : ['These doses are more than an hour late, and nobody has said whether they were taken:'];
}

/**
 * Consecutive doses with the same state of the tablet share one sentence about the tablet, after
 * the last of these doses.
 */
function listed(doses: readonly OverdueDose[], now: Date, timezone: string): string[] {
  return doses.flatMap((dose, index) => {
    const line = `${medicineOf(dose)}: due at ${timeMessage(dose.scheduledTime, now, timezone)}`;
    return doses[index + 1]?.tablet === dose.tablet ? [line] : [line, dose.tablet];
  });
}

function olderMessage(older: number): string[] {
  if (older === 0) return [];
  return older === 1
    ? ['1 dose of the time before, when you could not be told, was marked as missed.']
    : [`${older} doses of the time before, when you could not be told, were marked as missed.`];
}
