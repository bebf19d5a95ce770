import { DAY_MS, MINUTE_MS } from '#kit/shared/durations.ts';

/** How long to wait after the first, the second, … failure; after the last of these every hour. */
const WAITS = [0.5, 2, 10, 30, 60].map((minutes) => minutes * MINUTE_MS);

/** What could not be sent in this time is no news any more. */
const NEWS_FOR_MS = DAY_MS;

/** When to try again after so many failures; undefined when it is given up. */
export function nextTry(
  { attempts, createdAt }: { attempts: number; createdAt: Date },
  now: Date,
): Date | undefined {
  const wait = WAITS[Math.min(attempts, WAITS.length) - 1] ?? 0;
  const at = new Date(now.getTime() + wait);
  return isNews(createdAt, at) ? at : undefined;
}

/** Whether what was written then is still worth sending. */
export function isNews(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < NEWS_FOR_MS;
}
