import { formatDay, formatTime, localDate } from '#kit/shared/zoned-time.ts';

/** What is said about a dose of an alert. */
export interface TakenDose {
  readonly name: string;
  readonly dosage: string;
  readonly elder: string;
  readonly scheduledTime: Date;
}

/** What somebody is told of who has an alert. */
export interface TakenMessage {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A notification's, which anybody may read on a locked phone: no medication is named. */
  readonly notice: string;
}

const MOST_LISTED = 10;

/** To the others, when somebody has taken an alert over. */
export function takenOverMessage(
  by: string,
  at: Date,
  doses: readonly TakenDose[],
  timezone: string,
): TakenMessage {
  const since = formatTime(at, timezone);
  return {
    subject: `${by} has it`,
    paragraphs: [`${by} took this alert over at ${since}:`, ...lines(doses, at, timezone)],
    notice: `Since ${since}.`,
  };
}

/** To whoever has it, when it is still open after the chosen time. */
export function stillOpenMessage(
  since: Date,
  doses: readonly TakenDose[],
  { now, waitMinutes, timezone }: { now: Date; waitMinutes: number; timezone: string },
): TakenMessage {
  const from = moment(since, now, timezone);
  return {
    subject: 'You have it, and it is still open',
    paragraphs: [
      `You have had this alert since ${from}, and nobody has said whether it was taken:`,
      ...lines(doses, now, timezone),
      `If you still have it, press “I’ve got it” again within ${waitMinutes === 1 ? 'a minute' : `${waitMinutes} minutes`}. If not, the others are alerted.`,
    ],
    notice: `You have had it since ${from}. Nobody has said whether it was taken.`,
  };
}

/** Why the others are alerted again, when who had it has not answered. */
export function lapsedMessage(by: string | null, since: Date, now: Date, timezone: string): string {
  const from = moment(since, now, timezone);
  return `${by ?? 'Somebody'} has had it since ${from}, and it is still open.`;
}

/** And when they have given it back. */
export function givenBackMessage(by: string, at: Date, timezone: string): string {
  return `${by} had it and gave it back at ${formatTime(at, timezone)}.`;
}

function lines(doses: readonly TakenDose[], now: Date, timezone: string): string[] {
  const rest = doses.length - MOST_LISTED;
  return [
    ...doses.slice(0, MOST_LISTED).map(({ name, dosage, elder, scheduledTime }) => {
      const medicine = [name, dosage].filter((part) => part !== '').join(', ');
      const whose = elder === '' ? '' : ` for ${elder}`;
      return `${medicine}${whose}: due at ${moment(scheduledTime, now, timezone)}`;
    }),
    ...(rest > 0 ? [`and ${rest} more.`] : []),
  ];
}

function moment(instant: Date, now: Date, timezone: string): string {
  const isToday = localDate(instant, timezone) === localDate(now, timezone);
  return `${formatTime(instant, timezone)}${isToday ? '' : ` on ${formatDay(instant, timezone)}`}`;
}
