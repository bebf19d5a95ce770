import { formatTime } from '#platform/shared/zoned-time.ts';
import type { UpcomingMedication } from '../contract.ts';
import { counted } from './lateness.ts';

type Named = Pick<UpcomingMedication, 'medication'>;

const whoOf = (doses: readonly Named[]): string =>
  doses.length === 1 && doses[0] ? doses[0].medication.name : counted(doses.length, 'medication');

export const snoozeLabel = (minutes: number): string => `In ${minutes} minutes`;

/** Returns 'Metformin rings again at 12:14 PM'. The time is omitted if `timezone` is undefined. */
export function snoozedMessage(
  doses: readonly Named[],
  until: number,
  timezone: string | undefined,
): string {
  const at = timezone ? ` at ${formatTime(new Date(until), timezone)}` : '';
  return `${whoOf(doses)} ${doses.length === 1 ? 'rings' : 'ring'} again${at}`;
}

export const NOT_ANSWERED = 'Not answered yet.';

/** Returns 'Metformin: no more ringing'. */
export const closedMessage = (doses: readonly Named[]): string =>
  `${whoOf(doses)}: no more ringing`;

export const waitsMessage = (doses: readonly Named[]): string =>
  `${doses.length === 1 ? 'It waits' : 'They wait'} on My Day.`;

/** Returns the text that is spoken after a press on snooze or close. */
export function spokenSilence(
  doses: readonly Named[],
  until: number | undefined,
  timezone: string | undefined,
): string {
  if (until === undefined) {
    return `No more ringing. ${whoOf(doses)} ${doses.length === 1 ? 'is' : 'are'} on My Day.`;
  }
  const at = timezone ? ` at ${formatTime(new Date(until), timezone)}` : '';
  return `I will remind you again${at}.`;
}
