import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { passwordResets } from '#database/schema/access.ts';
import { logins, users } from '#database/schema/households.ts';
import { noteAudit, noteEverywhere } from '#features/audit/server.ts';
import { isExpired } from '#features/entitlement/period.ts';
import type { CallerContext, Changed, Context } from '#kit/server/feature.ts';
import { deviceNameOf } from '#kit/server/http/device-name.ts';
import { hashPassword, isPassword } from '#kit/server/passwords.ts';
import type { Refusal } from '#kit/shared/refusal.ts';
import { sessionRefusal } from '../refusals.ts';
import { confirmPassword } from './confirm-password.ts';
import { deviceOfSession, forgetDevices, knowDevice, knownDeviceOf } from './known-devices.ts';
import { changeHash, everywhere, householdsOf } from './logins.ts';
import { isNewDevice } from './new-device.ts';
import { noteLogin } from './note-login.ts';
import {
  addSession,
  endOtherSessions,
  endSession,
  findMemberships,
  findUser,
  hashOf,
  type KnownUser,
  PERSON,
} from './session-rows.ts';
import { countTry, forgetTry, knownDeviceKeys, strangersKeys } from './throttles.ts';
import { refuseWeakPassword } from './weak-passwords.ts';

/** The person of an email and a password; the same refusal in the same time for either mistake. */
export async function recognise(
  { email, password }: { email: string; password: string },
  context: Context,
) {
  const { database, now, request } = context;
  const { known, device } = await database.asSystem((db) => whoMayBe(db, email, context));
  const keys =
    known === undefined || device === undefined
      ? strangersKeys(request.address, email)
      : knownDeviceKeys(known.user.loginId ?? known.user.id, device);
  await countTry(database, keys, now);
  const right = await isPassword(password, known?.user.passwordHash);
  if (!right || known === undefined) {
    if (known !== undefined) noteFailure(known.user, context);
    throw invalidCredentials();
  }
  await database.asSystem((db) => forgetTry(db, keys));
  return known;
}

/** Whose email it is, and by what this browser is known as theirs. */
async function whoMayBe(db: Db, email: string, context: Context) {
  const [login] = await db.select({ id: logins.id }).from(logins).where(eq(logins.email, email));
  if (login === undefined) return {};
  const known = await usualMembership(db, login.id, context.now);
  return { known, device: known && (await knownDeviceOf(db, known.user.id, context)) };
}

/** Of several households the one that they were in last; none that is closed while another is open. */
async function usualMembership(db: Db, loginId: string, now: Date): Promise<KnownUser | undefined> {
  const all = await findMemberships(db, loginId);
  return all.find(({ subscription }) => !isExpired(subscription, now)) ?? all[0];
}

function invalidCredentials(): Refusal {
  return sessionRefusal('invalid-credentials');
}

/**
 * After the answer, so that a wrong password takes no longer than an unknown email. The password opens
 * all households of a login: each of them can see that somebody tries it.
 */
function noteFailure({ loginId }: Person, context: Context): void {
  if (loginId === null) return;
  context.afterwards('noting a failed sign-in', () =>
    context.database.asSystem((db) =>
      noteEverywhere(db, context, { loginId, action: 'sign-in-failed' }),
    ),
  );
}

type Person = KnownUser['user'];

/** Starts the session of somebody recognised; tells whether they have been at this device before. */
export async function enter(db: Db, person: Person, context: Context, changed: Changed) {
  await noteFirstSignIn(db, person, context.now);
  const [present] = await db
    .select({ passwordHash: logins.passwordHash })
    .from(users)
    .innerJoin(logins, eq(logins.id, users.loginId))
    .where(eq(users.id, person.id))
    .for('share');
  // The password was changed, or the person removed, since it was compared.
  if (present?.passwordHash !== person.passwordHash) throw invalidCredentials();
  const isNew = await isNewDevice(db, person, deviceNameOf(context.request.userAgent));
  await startSession(db, person, context, changed);
  const { id: userId, accountId } = person;
  await noteAudit(db, context, { accountId, action: 'signed-in', userId });
  return { isNew };
}

/** Whoever has signed in with an email keeps it. Before the row is read: two at once do not hold each other up. */
async function noteFirstSignIn(db: Db, { loginId }: Person, now: Date): Promise<void> {
  if (loginId === null) return;
  await db
    .update(logins)
    .set({ signedInAt: now })
    .where(and(eq(logins.id, loginId), isNull(logins.signedInAt)));
}

/** Ends the session of this browser, also when there is none. */
export async function leave(context: Context): Promise<void> {
  const { sessionToken } = context.request;
  context.setSession('', 0);
  if (sessionToken === undefined) return;
  await context.changeAsSystem(async (db, changed) => {
    const session = await endSession(db, hashOf(sessionToken));
    if (session === undefined) return;
    await noteAudit(db, context, { ...session, action: 'signed-out' });
    changed(session.accountId, 'sessions');
  });
}

/** Starts a session for a person at this browser; the one it had before ends (no fixation). */
export async function startSession(
  db: Db,
  user: { id: string; accountId: string },
  context: Context,
  changed: Changed,
  mostUntil?: Date,
): Promise<void> {
  await endPresentSession(db, context, changed);
  const device = await knowDevice(db, user, context);
  const { token, maxAgeSeconds } = await addSession(db, {
    accountId: user.accountId,
    userId: user.id,
    deviceHash: device.tokenHash,
    deviceName: deviceNameOf(context.request.userAgent),
    lifetime: PERSON,
    now: context.now,
    mostUntil,
  });
  await db.update(users).set({ enteredAt: context.now }).where(eq(users.id, user.id));
  await noteLogin(db, user.accountId, context.now);
  context.setSession(token, maxAgeSeconds);
  device.letKeep();
}

/** Ends the session that this browser shows, if there is one. */
export async function endPresentSession(
  db: Db,
  { request }: Context,
  changed: Changed,
): Promise<void> {
  if (request.sessionToken === undefined) return;
  const ended = await endSession(db, hashOf(request.sessionToken));
  if (ended !== undefined) changed(ended.accountId, 'sessions');
}

export async function changePassword(
  body: { currentPassword: string; password: string },
  context: CallerContext,
): Promise<void> {
  const { database, user, account } = context;
  const known = await database.asSystem((db) => findUser(db, user.id));
  if (known !== undefined) await refuseWeakPassword(body.password, known.user, database);
  await confirmPassword(body.currentPassword, context, {
    field: 'currentPassword',
    sentence: 'The current password is not right.',
  });
  const passwordHash = await hashPassword(body.password);
  await context.changeAsSystem(async (db, changed) => {
    const loginId = known?.user.loginId;
    if (loginId != null) await changeHash(db, loginId, passwordHash);
    await endOtherSessions(db, user.id, context.tokenHash);
    await forgetDevices(db, user.id, await deviceOfSession(db, user.id, context.tokenHash));
    // A link that was asked for before is worth nothing now.
    await db.delete(passwordResets).where(inArray(passwordResets.userId, everywhere(db, user.id)));
    await noteAudit(db, context, {
      accountId: account.id,
      action: 'password-changed',
      userId: user.id,
    });
    for (const one of await householdsOf(db, user.id)) changed(one, 'sessions');
  });
}
