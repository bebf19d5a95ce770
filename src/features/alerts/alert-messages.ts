import { formatDay, formatTime, localDate } from '#kit/shared/zoned-time.ts';

/** A dose that nobody has answered, and how the tablet was meanwhile. */
export interface OverdueDose {
  readonly name: string;
  readonly dosage: string;
  /** The elder's first name; empty when it is not known which. */
  readonly elder: string;
  readonly scheduledTime: Date;
  readonly tablet: string;
}

export interface AlertMessage {
  readonly subject: string;
  /** The mail's, below the greeting. */
  readonly paragraphs: readonly string[];
  /** A notification's, which anybody may read on a locked phone: no medication is named. */
  readonly notice: string;
}

const MOST_LISTED = 10;

/** What an alert says; `older` doses were overdue for more than a day before anybody could be told. */
export function alertMessage(
  doses: readonly OverdueDose[],
  older: number,
  now: Date,
  timezone: string,
): AlertMessage {
  const total = doses.length + older;
  const subject =
    total === 1 ? 'A dose has not been confirmed' : `${total} doses have not been confirmed`;
  const rest = doses.length - MOST_LISTED;
  const paragraphs = [
    ...introduction(doses.length),
    ...listed(doses.slice(0, MOST_LISTED), now, timezone),
    ...(rest > 0 ? [`and ${rest} more.`] : []),
    ...olderMessage(older),
  ];
  const [first] = doses;
  const notice =
    first === undefined
      ? olderMessage(older).join(' ')
      : `Due at ${moment(first.scheduledTime, now, timezone)}. ${first.tablet}`;
  return { subject, paragraphs, notice };
}

function introduction(count: number): string[] {
  if (count === 0) return [];
  return count === 1
    ? ['This dose is more than an hour late, and nobody has said whether it was taken:']
    : ['These doses are more than an hour late, and nobody has said whether they were taken:'];
}

/** The tablet's sentence stands once below the doses that it is true of. */
function listed(doses: readonly OverdueDose[], now: Date, timezone: string): string[] {
  return doses.flatMap((dose, index) => {
    const medicine = [dose.name, dose.dosage].filter((part) => part !== '').join(', ');
    const elder = dose.elder === '' ? '' : ` for ${dose.elder}`;
    const line = `${medicine}${elder}: due at ${moment(dose.scheduledTime, now, timezone)}`;
    return doses[index + 1]?.tablet === dose.tablet ? [line] : [line, dose.tablet];
  });
}

function olderMessage(older: number): string[] {
  if (older === 0) return [];
  return older === 1
    ? ['1 dose of the time before, when you could not be told, was marked as missed.']
    : [`${older} doses of the time before, when you could not be told, were marked as missed.`];
}

function moment(instant: Date, now: Date, timezone: string): string {
  const today = localDate(instant, timezone) === localDate(now, timezone);
  return `${formatTime(instant, timezone)}${today ? '' : ` on ${formatDay(instant, timezone)}`}`;
}
