import { Refusal } from '#kit/shared/refusal.ts';

/** A tablet that has heard of the server's clock is right to within seconds; this is plenty. */
const MOST_AHEAD_MS = 2 * 60_000;

/** A tablet that was without a connection for longer tells of what nobody looks at any more. */
const MOST_DAYS_BEFORE = 31;

const DAY_MS = 24 * 3600 * 1000;

/**
 * When something was said of a dose: at the press, of one that waited on the tablet, and never later
 * than now. Throws 400 for a time that cannot be true.
 */
export function pressTime(pressedAt: string | undefined, now: Date): Date {
  if (pressedAt === undefined) return now;
  const age = now.getTime() - Date.parse(pressedAt);
  if (age < -MOST_AHEAD_MS) throw wrong('This time has not come yet.');
  if (age > MOST_DAYS_BEFORE * DAY_MS) {
    throw wrong(`This was pressed more than ${MOST_DAYS_BEFORE} days ago.`);
  }
  return new Date(now.getTime() - Math.max(0, age));
}

function wrong(sentence: string): Refusal {
  return new Refusal(400, sentence, { fields: { pressedAt: sentence } });
}
