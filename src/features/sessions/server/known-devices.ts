import { and, desc, eq, gt, ne, notInArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isOneOf } from '#database/row-of-household.ts';
import { knownDevices, sessions } from '#database/schema/access.ts';
import type { Context } from '#kit/server/feature.ts';
import { SECOND_MS } from '#kit/shared/durations.ts';
import { everywhere, type Member } from './logins.ts';
import { hashOf, newToken } from './session-rows.ts';

/** From the last sign-in on: a year. */
const KNOWN_SECONDS = 365 * 24 * 3600;

/** Of one person; the one they have not signed in at for longest is forgotten. */
const MOST_KNOWN = 30;

interface Device {
  readonly token: string;
  readonly tokenHash: string;
}

/**
 * This browser, to be remembered. Its token stays if it is one of this server, so that a family can
 * share a browser; one that nobody got here does not.
 */
export async function deviceAt(db: Db, context: Context): Promise<Device> {
  const token = (await livingToken(db, context)) ?? newToken();
  return { token, tokenHash: hashOf(token) };
}

/** Remembers that a person has proved in this browser who they are. */
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
    .limit(MOST_KNOWN);
  await Promise.all([
    db
      .insert(knownDevices)
      .values({ ...seen, tokenHash, accountId, userId })
      .onConflictDoUpdate({
        target: [knownDevices.userId, knownDevices.tokenHash, knownDevices.accountId],
        set: seen,
      }),
    // In the order in which they are sent: it sees what was remembered.
    db.delete(knownDevices).where(and(isTheirs, notInArray(knownDevices.tokenHash, latest))),
  ]);
}

/** Has the browser keep the token by which it is known again. */
export function letKeep({ token }: Device, context: Context): void {
  context.setDevice(token, KNOWN_SECONDS);
}

/** The token of this browser, when somebody is known by it. */
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

/** No browser is known any more as this person's, but the one to keep, by its token's hash. */
export async function forgetDevices(db: Db, member: Member, keep?: string | null): Promise<void> {
  await db
    .delete(knownDevices)
    .where(
      and(
        isOneOf(
          { id: knownDevices.userId, accountId: knownDevices.accountId },
          everywhere(db, member),
        ),
        keep ? ne(knownDevices.tokenHash, keep) : undefined,
      ),
    );
}

/** The browser that a session of this person was begun in; undefined when it is not known. */
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
