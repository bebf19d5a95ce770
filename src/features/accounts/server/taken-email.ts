import { countTry, forgetTry, takenEmailKeys } from '#features/sessions/server.ts';
import type { Context } from '#kit/server/feature.ts';
import { isRefusal } from '#kit/shared/refusal.ts';
import type { AccountRefusal } from '../refusals.ts';

export function isEmailTaken(error: unknown): boolean {
  return isRefusal<AccountRefusal>(error, 'email-taken');
}

/** A call, and the household that learns its answer. */
interface Telling extends Pick<Context, 'database' | 'request' | 'now'> {
  readonly account: { readonly id: string };
}

/**
 * Does what may be refused because an email has an account, which tells the household something of
 * others: when it was refused ten times in an hour, every further email has to wait.
 */
export async function tellingFewEmails<T>(
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
