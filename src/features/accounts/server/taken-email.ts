import { countTry, forgetTry, takenEmailKeys } from '#features/sessions/server.ts';
import type { CallerContext } from '#kit/server/feature.ts';
import { Refusal } from '#kit/shared/refusal.ts';

/** An email belongs to one person of all households. */
export function emailTaken(): Refusal {
  return new EmailTaken();
}

export class EmailTaken extends Refusal {
  constructor() {
    const sentence = 'A person with this email already has an account.';
    super(409, sentence, { fields: { email: sentence } });
  }
}

/**
 * Does what may be refused because an email has an account, which tells the household something of
 * others: when it was refused ten times in an hour, every further email has to wait.
 */
export async function tellingFewEmails<T>(
  { database, account, request, now }: CallerContext,
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
    if (!(error instanceof EmailTaken)) await forget();
    throw error;
  }
}
