import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { parameter, prepared, value } from '#database/prepared.ts';
import { isRow } from '#database/row-of-household.ts';
import { logins, users } from '#database/schema/households.ts';
import { noteAct, noteAudit, noteEverywhere } from '#features/audit/server.ts';
import type { CallerContext, Changed, Context } from '#platform/server/feature.ts';
import { deviceNameOf } from '#platform/server/http/device-name.ts';
import { hashPassword, isPassword } from '#platform/server/passwords.ts';
import { sessionRefusal } from '../refusals.ts';
import { confirmPassword } from './confirm-password.ts';
import { countSignIn } from './count-sign-in.ts';
import { findLoginByEmail } from './find-login.ts';
import { deviceAt, deviceOfSession, forgetDevices, knowDevice, letKeep } from './known-devices.ts';
import { changeHash, endResets, householdsOf, memberOf } from './logins.ts';
import { isNewDevice } from './new-device.ts';
import {
  addSession,
  type Continued,
  endOtherSessions,
  endSession,
  findUser,
  hashOf,
  type KnownUser,
  PERSON,
} from './session-rows.ts';
import { counted, forgetTry, knownDeviceKeys, refuseToWait, strangersKeys } from './throttles.ts';
import { refuseWeakPassword } from './weak-passwords.ts';

/**
 * Returns the person for an email and a password. Refusals are equal in text and timing for a wrong
 * email and a wrong password.
 */
export async function recognise(
  { email, password }: { email: string; password: string },
  context: Context,
) {
  const { database, now, request } = context;
  // A single transaction, which takes as long for an unknown email as for a known one.
  const { known, keys, wait } = await database.asSystem(async (db) => {
    const { known, device } = await findLoginByEmail(db, email, context);
    const keys =
      known === undefined || device === undefined
        ? strangersKeys(request.address, email)
        : knownDeviceKeys(known.user.loginId ?? known.user.id, device);
    return { known, keys, wait: await counted(db, keys, now) };
  });
  refuseToWait(wait);
  const right = await isPassword(password, known?.user.passwordHash);
  if (!right || known === undefined) {
    if (known !== undefined) noteFailure(known.user, context);
    throw sessionRefusal('invalid-credentials');
  }
  await database.asSystem((db) => forgetTry(db, keys));
  return known;
}

/**
 * Logs a failed sign-in in all households of the login, because the password opens all of them.
 * Runs after the response, so that a wrong password takes no longer than an unknown email.
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

/**
 * Starts the session of an authenticated person; `isNew` is true if they never used this device.
 */
export async function enter(db: Db, person: Person, context: Context, changed: Changed) {
  await noteFirstSignIn(db, person, context.now);
  const deviceName = deviceNameOf(context.request.userAgent);
  const [present] = await holdPresent(db, {
    userId: person.id,
    accountId: person.accountId,
    deviceName,
  });
  // Refused: the password was changed, or the person was removed, after the password was compared.
  if (present?.passwordHash !== person.passwordHash) throw sessionRefusal('invalid-credentials');
  const { id: userId, accountId } = person;
  await Promise.all([
    startSession(db, person, context, changed),
    noteAudit(db, context, { accountId, action: 'signed-in', userId }),
  ]);
  return { isNew: present.isNew };
}

/**
 * Locks the person and login until the transaction ends, so that a change of the password waits.
 * The person's row gets the lock of the later update, because upgrading a shared lock could
 * deadlock two sign-ins.
 */
const holdPresent = prepared(
  'hold_present',
  { passwordHash: logins.passwordHash, isNew: value(isNewDevice, z.boolean().parse) },
  (selected) => sql`
    select ${selected} from ${users} join ${logins} on ${logins.id} = ${users.loginId}
    where ${users.id} = ${parameter('userId', users.id)} and ${users.accountId} = ${parameter('accountId', users.accountId)}
    for no key update of users for share of logins`,
);

/**
 * Records the first sign-in, so that the email stays with this person. Runs before the row is
 * locked, so that two sign-ins do not deadlock.
 */
async function noteFirstSignIn(db: Db, { loginId, signedInAt }: Person, now: Date): Promise<void> {
  if (loginId === null || signedInAt !== null) return;
  await db
    .update(logins)
    .set({ signedInAt: now })
    .where(and(eq(logins.id, loginId), isNull(logins.signedInAt)));
}

/** Ends the session of this browser; succeeds without one. */
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

/**
 * Starts a session in this browser for a person who just gave their password, or who continues
 * another session (`continued`). Ends the previous session of the browser, against session
 * fixation. Independent statements are sent together (pipelining).
 */
export async function startSession(
  db: Db,
  user: { id: string; accountId: string },
  context: Context,
  changed: Changed,
  continued?: Continued,
): Promise<void> {
  const [device] = await Promise.all([
    deviceAt(db, context),
    endPresentSession(db, context, changed),
  ]);
  const session = {
    accountId: user.accountId,
    userId: user.id,
    deviceHash: device.tokenHash,
    deviceName: deviceNameOf(context.request.userAgent),
    lifetime: PERSON,
    now: context.now,
    confirmedAt: continued === undefined ? context.now : continued.confirmedAt,
    mostUntil: continued?.endsAt,
  };
  const [{ token, maxAgeSeconds }] = await Promise.all([
    addSession(db, session),
    knowDevice(db, user, device, context.now),
    db.update(users).set({ enteredAt: context.now }).where(isRow(users, user)),
    countSignIn(db, user.accountId, context.now),
  ]);
  context.setSession(token, maxAgeSeconds);
  letKeep(device, context);
}

/** Ends the session of this browser, if there is one. */
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
  const { database } = context;
  const member = memberOf(context);
  const known = await database.asSystem((db) => findUser(db, member));
  if (known !== undefined) await refuseWeakPassword(body.password, known.user, database);
  await confirmPassword(body.currentPassword, context, {
    field: 'currentPassword',
    sentence: 'The current password is not right.',
  });
  const passwordHash = await hashPassword(body.password);
  await context.changeAsSystem(async (db, changed) => {
    const loginId = known?.user.loginId;
    if (loginId != null) await changeHash(db, loginId, passwordHash);
    await endOtherSessions(db, member, context.tokenHash);
    await forgetDevices(db, member, await deviceOfSession(db, member, context.tokenHash));
    // Earlier links for a new password become invalid.
    await endResets(db, member);
    await noteAct(db, context, 'password-changed');
    for (const one of await householdsOf(db, member)) changed(one, 'sessions');
  });
}
