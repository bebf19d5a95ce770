import { backoff } from '#platform/shared/backoff.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

/** Maximum age of a message that is still worth sending. */
const NEWS_FOR_MS = DAY_MS;

/** Returns the time of the next attempt; undefined when the message is given up. */
export function nextTry(
  { attempts, createdAt }: { attempts: number; createdAt: Date },
  now: Date,
): Date | undefined {
  const at = new Date(now.getTime() + backoff(attempts));
  return isNews(createdAt, at) ? at : undefined;
}

/** True if a message of `createdAt` is still worth sending. */
export function isNews(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < NEWS_FOR_MS;
}
