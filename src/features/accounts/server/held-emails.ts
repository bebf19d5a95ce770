import type { Database, Db } from '#database/connect.ts';
import { type Asking, freeEmail, isHeld } from '#features/sessions/server.ts';
import { accountRefusal } from '../refusals.ts';
import { isEmailTaken } from './taken-email.ts';

/**
 * Refuses an email that another person has. An unconfirmed email that another household typed in
 * and never used for a sign-in does not count: `freeEmail` removes it there.
 */
export async function refuseTaken(db: Db, email: string, asking: Asking): Promise<void> {
  if (await isHeld(db, email, asking)) throw accountRefusal('email-taken');
}

/** Runs `work`; if the email is taken but can be freed, frees it and runs `work` again. */
export async function freeing<T>(
  email: string | null | undefined,
  asking: Asking & { readonly database: Database },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isEmailTaken(error) || email == null) throw error;
    if (!(await asking.database.asSystem((db) => freeEmail(db, email, asking)))) throw error;
    return work();
  }
}
