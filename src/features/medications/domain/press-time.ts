import { MAX_AHEAD_MS } from '../limits.ts';

/**
 * Returns when a dose was answered: the time of the press if the answer waited in the outbox, but
 * never later than now. An implausible time means that the tablet's clock was wrong; the press
 * itself is valid. It then counts as made at the scheduled time, or now if the dose is still ahead,
 * so that it is never later than a correction made with a right clock.
 */
export function pressTime(pressedAt: string | undefined, scheduledTime: Date, now: Date): Date {
  if (pressedAt === undefined) return now;
  const at = Date.parse(pressedAt);
  if (at > now.getTime()) return now;
  const cannotBe = at < scheduledTime.getTime() - MAX_AHEAD_MS;
  return new Date(cannotBe ? Math.min(scheduledTime.getTime(), now.getTime()) : at);
}
