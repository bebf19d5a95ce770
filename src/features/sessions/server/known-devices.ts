import { and, desc, eq, gt, ne, notInArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isOneOf } from '#database/row-of-household.ts';
import { knownDevices, sessions } from '#database/schema/access.ts';
import type { Context } from '#platform/server/feature.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { inAllHouseholds, type Member } from './logins.ts';
import { hashOf, newToken } from './session-rows.ts';

/** Lifetime of the trust in a browser: a year from the last sign-in. */
const KNOWN_SECONDS = 365 * 24 * 3600;

/** Maximum number of trusted browsers per person; the least recently used one is deleted. */
const MAX_KNOWN = 30;

interface Device {
  readonly token: string;
  readonly tokenHash: string;
}

/**
 * Returns the device token of this browser. It is kept if this server issued it, so that a family
 * can share a browser; other tokens are replaced.
 */
export async function deviceAt(db: Db, context: Context): Promise<Device> {
  const token = (await livingToken(db, context)) ?? newToken();
  return { token, tokenHash: hashOf(token) };
}

/** Records that a person has authenticated in this browser. */
export async function knowDevice(
  db: Db,
  { id: userId, accountId }: { id: string; accountId: string },
  { tokenHash }: Device,
  now: Date,
): Promise<void> {
  const seen = { signedInAt: now, expiresAt: new Date(now.getTime() + KNOWN_SECONDS * SECOND_MS) };
  const isTheirs = and(eq(knownDevices.accountId, accountId), eq(knownDevices.userId, userId));
  const latest = db
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(isTheirs)
    .orderBy(desc(knownDevices.signedInAt))
    .limit(MAX_KNOWN);
  await Promise.all([
    db
      .insert(knownDevices)
      .values({ ...seen, tokenHash, accountId, userId })
      .onConflictDoUpdate({
        target: [knownDevices.userId, knownDevices.tokenHash, knownDevices.accountId],
        set: seen,
      }),
    // The statements run in the given order, so that the second one sees the row that the first one
    // wrote.
    db.delete(knownDevices).where(and(isTheirs, notInArray(knownDevices.tokenHash, latest))),
  ]);
}

/** Sets the cookie with the device token. */
export function letKeep({ token }: Device, context: Context): void {
  context.setDevice(token, KNOWN_SECONDS);
}

/** Returns the token of this browser if it is known for any person. */
async function livingToken(db: Db, { request, now }: Context): Promise<string | undefined> {
  const { deviceToken } = request;
  if (deviceToken === undefined) return undefined;
  const [known] = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.tokenHash, hashOf(deviceToken)), gt(knownDevices.expiresAt, now)))
    .limit(1);
  return known === undefined ? undefined : deviceToken;
}

/** Ends the trust in all browsers of this person, except the one with the token hash `keep`. */
export async function forgetDevices(db: Db, member: Member, keep?: string | null): Promise<void> {
  await db
    .delete(knownDevices)
    .where(
      and(
        isOneOf(
          { id: knownDevices.userId, accountId: knownDevices.accountId },
          inAllHouseholds(db, member),
        ),
        keep ? ne(knownDevices.tokenHash, keep) : undefined,
      ),
    );
}

/** Returns the token hash of the browser in which a session was started; undefined if unknown. */
export async function deviceOfSession(
  db: Db,
  { id, accountId }: Member,
  sessionHash: string,
): Promise<string | undefined> {
  const [session] = await db
    .select({ deviceHash: sessions.deviceHash })
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, accountId),
        eq(sessions.tokenHash, sessionHash),
        eq(sessions.userId, id),
      ),
    );
  return session?.deviceHash ?? undefined;
}
