import type { Database, Db } from '#database/connect.ts';
import { type Asking, freeEmail, isHeld } from '#features/sessions/server.ts';
import { accountRefusal } from '../refusals.ts';
import { isEmailTaken } from './taken-email.ts';

/**
 * Refuses an email that somebody has. One that another household has only typed in, which nobody has
 * proven or signed in with, keeps nobody out: `freeEmail` takes it away from there.
 */
export async function refuseTaken(db: Db, email: string, asking: Asking): Promise<void> {
  if (await isHeld(db, email, asking)) throw accountRefusal('email-taken');
}

/** Does what may meet a taken email; one that can be freed is freed for it, and it is done again. */
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
