import { randomInt } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { pairingCodes } from '#database/schema/access.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { Changed, Context } from '#platform/server/feature.ts';
import { deviceNameOf } from '#platform/server/http/device-name.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { fullName } from '#platform/shared/full-name.ts';
import {
  isPairingCode,
  normalisePairingCode,
  PAIRING_ALPHABET,
  PAIRING_LENGTH,
  PAIRING_MINUTES,
} from '../domain/pairing-code.ts';
import { sessionRefusal } from '../refusals.ts';
import { countSignIn } from './count-sign-in.ts';
import { addSession, findUser, hashOf, TABLET } from './session-rows.ts';
import { endPresentSession } from './sign-in.ts';
import { countTry, forgetTry, pairingKeys } from './throttles.ts';

/** Creates a code for a person and deletes an earlier one; only its hash is stored. */
export async function makePairingCode(
  db: Db,
  person: { id: string; accountId: string },
  madeBy: string,
  now: Date,
): Promise<{ code: string; expiresAt: Date }> {
  const code = Array.from({ length: PAIRING_LENGTH }, () =>
    PAIRING_ALPHABET.charAt(randomInt(PAIRING_ALPHABET.length)),
  ).join('');
  const expiresAt = new Date(now.getTime() + PAIRING_MINUTES * MINUTE_MS);
  const made = { codeHash: hashOf(code), expiresAt, madeBy };
  await db
    .insert(pairingCodes)
    .values({ ...made, accountId: person.accountId, userId: person.id })
    .onConflictDoUpdate({ target: [pairingCodes.userId, pairingCodes.accountId], set: made });
  return { code, expiresAt };
}

/** Signs this browser in as the elder of the code; a code can be used once. */
export async function pair(typed: string, context: Context) {
  const { database, now, request } = context;
  const keys = pairingKeys(request.address);
  await countTry(database, keys, now);
  return context.changeAsSystem(async (db, changed) => {
    const used = await useCode(db, normalisePairingCode(typed), now);
    const known = used && (await findUser(db, used));
    if (known === undefined) throw sessionRefusal('invalid-pairing-code');
    await forgetTry(db, keys);
    await startTablet(db, { ...known.user, setUpBy: used?.madeBy ?? null }, context, changed);
    return known;
  });
}

/** Deletes the code to use it, so that only one of two concurrent requests succeeds. */
async function useCode(db: Db, code: string, now: Date) {
  if (!isPairingCode(code)) return undefined;
  const [used] = await db
    .delete(pairingCodes)
    .where(and(eq(pairingCodes.codeHash, hashOf(code)), gt(pairingCodes.expiresAt, now)))
    .returning({
      id: pairingCodes.userId,
      accountId: pairingCodes.accountId,
      madeBy: pairingCodes.madeBy,
    });
  return used;
}

/** Starts the session of a tablet and ends the previous session of this browser. */
async function startTablet(
  db: Db,
  user: {
    id: string;
    accountId: string;
    firstName: string;
    lastName: string;
    setUpBy: string | null;
  },
  context: Context,
  changed: Changed,
): Promise<void> {
  await endPresentSession(db, context, changed);
  const { token, maxAgeSeconds } = await addSession(db, {
    accountId: user.accountId,
    userId: user.id,
    setUpBy: user.setUpBy,
    deviceName: deviceNameOf(context.request.userAgent),
    lifetime: TABLET,
    now: context.now,
  });
  await countSignIn(db, user.accountId, context.now);
  await noteAudit(db, context, {
    accountId: user.accountId,
    action: 'tablet-paired',
    userId: user.id,
    subject: fullName(user),
  });
  context.setSession(token, maxAgeSeconds);
}
