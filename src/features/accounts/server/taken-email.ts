import { countTry, forgetTry, takenEmailKeys } from '#features/sessions/server.ts';
import type { Context } from '#platform/server/feature.ts';
import { isRefusal } from '#platform/shared/refusal.ts';
import type { AccountRefusal } from '../refusals.ts';

export function isEmailTaken(error: unknown): boolean {
  return isRefusal<AccountRefusal>(error, 'email-taken');
}

/** The fields of a request's context that are needed to rate-limit it. */
interface Telling extends Pick<Context, 'database' | 'request' | 'now'> {
  readonly account: { readonly id: string };
}

/**
 * Runs `work`, whose refusal `email-taken` reveals that an email exists. After ten such refusals
 * within an hour, further emails are rate-limited.
 */
export async function limitRevealedEmails<T>(
  { database, account, request, now }: Telling,
  work: () => Promise<T>,
): Promise<T> {
  const keys = takenEmailKeys(request.address, account.id);
  await countTry(database, keys, now);
  const forget = () => database.asSystem((db) => forgetTry(db, keys));
  try {
    const made = await work();
    await forget();
    return made;
  } catch (error) {
    if (!isEmailTaken(error)) await forget();
    throw error;
  }
}
