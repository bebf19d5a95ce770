import { timeMessage } from '#platform/shared/moments.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { type DoseMessage, MAX_NAMED, medicineOf, type NamedDose } from './dose-message.ts';

export function takenOverMessage(
  by: string,
  at: Date,
  doses: readonly NamedDose[],
  timezone: string,
): DoseMessage {
  const since = formatTime(at, timezone);
  return {
    subject: `${by} has it`,
    paragraphs: [`${by} took this alert over at ${since}:`, ...lines(doses, at, timezone)],
    notice: `Since ${since}.`,
  };
}

/** Message to the assignee when the alert is still open after the chosen time. */
export function stillOpenMessage(
  since: Date,
  doses: readonly NamedDose[],
  { now, waitMinutes, timezone }: { now: Date; waitMinutes: number; timezone: string },
): DoseMessage {
  const from = timeMessage(since, now, timezone);
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

/** Explains that the alert is sent again because the assignee did not respond. */
export function lapsedMessage(by: string | null, since: Date, now: Date, timezone: string): string {
  const from = timeMessage(since, now, timezone);
  return `${by ?? 'Somebody'} has had it since ${from}, and it is still open.`;
}

/** Explains that the alert is sent again because the assignee released it. */
export function releasedMessage(by: string, at: Date, timezone: string): string {
  return `${by} had it and gave it back at ${formatTime(at, timezone)}.`;
}

function lines(doses: readonly NamedDose[], now: Date, timezone: string): string[] {
  const rest = doses.length - MAX_NAMED;
  return [
    ...doses
      .slice(0, MAX_NAMED)
      .map(
        (dose) => `${medicineOf(dose)}: due at ${timeMessage(dose.scheduledTime, now, timezone)}`,
      ),
    ...(rest > 0 ? [`and ${rest} more.`] : []),
  ];
}
