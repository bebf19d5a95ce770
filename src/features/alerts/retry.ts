import { backoff } from '#kit/shared/backoff.ts';
import { DAY_MS } from '#kit/shared/durations.ts';

/** What could not be sent in this time is no news any more. */
const NEWS_FOR_MS = DAY_MS;

/** When to try again after so many failures; undefined when it is given up. */
export function nextTry(
  { attempts, createdAt }: { attempts: number; createdAt: Date },
  now: Date,
): Date | undefined {
  const at = new Date(now.getTime() + backoff(attempts));
  return isNews(createdAt, at) ? at : undefined;
}

/** Whether what was written then is still worth sending. */
export function isNews(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < NEWS_FOR_MS;
}
