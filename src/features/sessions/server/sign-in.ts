import { eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema.ts';
import type { CallerContext, Context } from '#kit/server/feature.ts';
import { hashPassword, isPassword } from '#kit/server/passwords.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { isCommonPassword } from './common-passwords.ts';
import { deviceNameOf } from './device-name.ts';
import {
  addSession,
  endOtherSessions,
  endSession,
  findUser,
  hashOf,
  PERSON,
} from './session-rows.ts';
import { countTry, forgetTry, passwordKeys } from './throttles.ts';

/** The person of an email and a password; the same refusal in the same time for either mistake. */
export async function recognise(
  { email, password }: { email: string; password: string },
  { database, now, request }: Context,
) {
  const keys = passwordKeys(request.address, email);
  await database.asSystem((db) => countTry(db, keys, now));
  const known = await database.asSystem(async (db) => {
    const [row] = await db.select().from(users).where(eq(users.email, email));
    return row === undefined ? undefined : findUser(db, row.id);
  });
  const right = await isPassword(password, known?.user.passwordHash);
  if (!right || known === undefined) throw new Refusal(401, 'Invalid credentials');
  await database.asSystem((db) => forgetTry(db, keys));
  return known;
}

/**
 * Starts a session for a person at this browser; the one it had before ends (no fixation), and the
 * household of that one is returned.
 */
export async function startSession(
  db: Db,
  user: { id: string; accountId: string },
  context: Context,
): Promise<string | undefined> {
  const ended = await endPresentSession(db, context);
  const { token, maxAgeSeconds } = await addSession(db, {
    accountId: user.accountId,
    userId: user.id,
    deviceName: deviceNameOf(context.request.userAgent),
    lifetime: PERSON,
    now: context.now,
  });
  context.setSession(token, maxAgeSeconds);
  return ended;
}

/** Ends the session that this browser shows, if there is one; returns whose household it was. */
export async function endPresentSession(db: Db, { request, staleness }: Context) {
  if (request.sessionToken === undefined) return undefined;
  const accountId = await endSession(db, hashOf(request.sessionToken));
  if (accountId !== undefined) await staleness.announce(db, accountId, 'sessions');
  return accountId;
}

/** A sentence for a password that is guessed first; forms show it at the field. */
export function refuseCommonPassword(password: string): void {
  if (!isCommonPassword(password)) return;
  const sentence = 'This password is one of the most common ones. Please choose another.';
  throw new Refusal(400, sentence, { fields: { password: sentence } });
}

export async function changePassword(
  body: { currentPassword: string; password: string },
  context: CallerContext,
): Promise<void> {
  const { database, user, account, now, request, staleness } = context;
  refuseCommonPassword(body.password);
  const keys = passwordKeys(request.address, user.id);
  const known = await database.asSystem(async (db) => {
    await countTry(db, keys, now);
    return findUser(db, user.id);
  });
  if (!(await isPassword(body.currentPassword, known?.user.passwordHash))) {
    const sentence = 'The current password is not right.';
    throw new Refusal(400, sentence, { fields: { currentPassword: sentence } });
  }
  const passwordHash = await hashPassword(body.password);
  await database.asSystem(async (db) => {
    await forgetTry(db, keys);
    await db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
    await endOtherSessions(db, user.id, context.tokenHash);
    await staleness.announce(db, account.id, 'sessions');
  });
  staleness.applyHere(account.id, 'sessions');
}
