import { MINUTE_MS } from '#platform/shared/durations.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';

/**
 * The result that a device reports: its alarm sounded, its browser blocks sound, or a reminder is
 * on the screen.
 */
export const ALARM_OUTCOMES = ['sounded', 'blocked', 'reminder'] as const;

export type AlarmOutcome = (typeof ALARM_OUTCOMES)[number];

/** Time in milliseconds after which a device is no longer asked. */
export const MAX_WAIT_MS = MINUTE_MS;

interface Asked {
  readonly askedAt: string;
  readonly answeredAt: string | null;
  readonly outcome: AlarmOutcome | null;
}

export function alarmTestMessage(test: Asked, now: Date, timezone: string): string {
  const { askedAt, answeredAt, outcome } = test;
  if (answeredAt === null) {
    return now.getTime() - Date.parse(askedAt) < MAX_WAIT_MS
      ? 'No answer yet.'
      : 'No answer: the tablet is off or has no connection.';
  }
  const time = formatTime(new Date(answeredAt), timezone);
  switch (outcome) {
    case 'sounded':
      return `It sounded at ${time}.`;
    case 'blocked':
      return 'The tablet answered, but its sound is blocked: touch it once.';
    case 'reminder':
      return `The tablet answered at ${time}, but a reminder of a dose stands there. Please try again later.`;
    case null:
      return `The tablet answered at ${time}. Whether it sounded is not known.`;
  }
}
