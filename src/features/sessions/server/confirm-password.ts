import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { sessions } from '#database/schema/access.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { isPassword } from '#platform/server/passwords.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { sessionRefusal } from '../refusals.ts';
import { deviceOfSession } from './known-devices.ts';
import { memberOf } from './logins.ts';
import { findUser, PERSON } from './session-rows.ts';
import { countTry, forgetTry, knownDeviceKeys } from './throttles.ts';

/** Duration for which a password confirms its session. */
const RECENT_SIGN_IN_MS = 15 * MINUTE_MS;

const WRONG = { field: 'password', sentence: 'The password is not right.' };

/**
 * Compares the password of the signed-in person and confirms their session. A wrong one counts as a
 * failed sign-in from a known device and is refused with 400 and the error in `wrong`.
 */
export async function confirmPassword(
  password: string,
  context: CallerContext,
  wrong: { readonly field: string; readonly sentence: string } = WRONG,
): Promise<void> {
  const { database, user, tokenHash, now } = context;
  const { known, device } = await database.asSystem(async (db) => ({
    known: await findUser(db, memberOf(context)),
    device: await deviceOfSession(db, memberOf(context), tokenHash),
  }));
  const keys = knownDeviceKeys(known?.user.loginId ?? user.id, device ?? tokenHash);
  await countTry(database, keys, now);
  if (!(await isPassword(password, known?.user.passwordHash))) {
    const { field, sentence } = wrong;
    throw sessionRefusal('wrong-password', sentence, { fields: { [field]: sentence } });
  }
  await database.asSystem(async (db) => {
    await forgetTry(db, keys);
    await db.update(sessions).set({ confirmedAt: now }).where(ownSession(context));
  });
}

/** Throws `confirm-password` unless the person has a recent sign-in. */
export async function requireRecentSignIn(
  password: string | undefined,
  context: CallerContext,
): Promise<void> {
  if (!(await hasRecentSignIn(password, context))) throw sessionRefusal('confirm-password');
}

/**
 * True if the person sends their password with the call, or gave it in this session within the last
 * 15 minutes. The session is read from the database, never from a cache.
 */
export async function hasRecentSignIn(
  password: string | undefined,
  context: CallerContext,
  field = WRONG.field,
): Promise<boolean> {
  if (password !== undefined) {
    await confirmPassword(password, context, { ...WRONG, field });
    return true;
  }
  const confirmedAt = await context.database.asSystem((db) => readConfirmation(db, context));
  return isRecent(confirmedAt, context.now);
}

/** A confirmation in the future, written with a wrong clock, must not count for longer. */
function isRecent(confirmedAt: Date | null, now: Date): boolean {
  if (confirmedAt === null) return false;
  return Math.abs(now.getTime() - confirmedAt.getTime()) < RECENT_SIGN_IN_MS;
}

async function readConfirmation(db: Db, caller: Caller): Promise<Date | null> {
  const [session] = await db
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(ownSession(caller));
  return session?.confirmedAt ?? null;
}

type Caller = Pick<CallerContext, 'account' | 'user' | 'tokenHash'>;

/** Matches the caller's session; never one of a paired tablet, which a password cannot confirm. */
function ownSession({ account, user, tokenHash }: Caller) {
  return and(
    eq(sessions.tokenHash, tokenHash),
    eq(sessions.accountId, account.id),
    eq(sessions.userId, user.id),
    eq(sessions.kind, PERSON.kind),
  );
}
