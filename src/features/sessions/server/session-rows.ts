import { hash, randomBytes } from 'node:crypto';
import { and, eq, gt, ne } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { accounts, sessions, subscriptions, users } from '#database/schema.ts';
import type { Subscription } from '#features/subscription/period.ts';
import { asSubscription } from '#features/subscription/server.ts';
import { ROLES, type Role } from '#kit/shared/roles.ts';

/** How long a session lives, in days: without use, and at the most. */
export interface Lifetime {
  readonly idleDays: number;
  readonly mostDays: number;
}

export const PERSON: Lifetime = { idleDays: 7, mostDays: 30 };

const DAY_MS = 24 * 3600 * 1000;

/** Only the hash of a token is stored. Hexadecimal SHA-256. */
export function hashOf(token: string): string {
  return hash('sha256', token);
}

/** Starts a session and returns its token, which exists nowhere else. */
export async function addSession(
  db: Db,
  session: { accountId: string; userId: string; deviceName: string; lifetime: Lifetime; now: Date },
): Promise<{ token: string; maxAgeSeconds: number }> {
  const token = randomBytes(32).toString('base64url');
  const { lifetime, now, ...rest } = session;
  const endsAt = new Date(now.getTime() + lifetime.mostDays * DAY_MS);
  const expiresAt = new Date(now.getTime() + lifetime.idleDays * DAY_MS);
  await db.insert(sessions).values({
    ...rest,
    tokenHash: hashOf(token),
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
    endsAt,
  });
  return { token, maxAgeSeconds: lifetime.mostDays * 24 * 3600 };
}

export interface SessionRow {
  readonly session: typeof sessions.$inferSelect;
  readonly role: Role;
  readonly subscription: Subscription;
}

/** The living session of a token's hash with what every call needs to know of it. */
export async function findSession(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await db
    .select({ session: sessions, role: users.role, subscription: subscriptions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(subscriptions, eq(subscriptions.accountId, sessions.accountId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)));
  if (row === undefined) return undefined;
  return {
    session: row.session,
    role: ROLES.find((role) => role === row.role) ?? 'user',
    subscription: asSubscription(row.subscription),
  };
}

/** Moves the idle end on; the session's own span between last use and idle end stays the same. */
export async function extendSession(
  db: Db,
  session: typeof sessions.$inferSelect,
  now: Date,
): Promise<Date> {
  const idle = session.expiresAt.getTime() - session.lastSeenAt.getTime();
  const expiresAt = new Date(Math.min(now.getTime() + idle, session.endsAt.getTime()));
  await db
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt })
    .where(eq(sessions.tokenHash, session.tokenHash));
  return expiresAt;
}

export async function endSession(db: Db, tokenHash: string): Promise<string | undefined> {
  const [ended] = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ accountId: sessions.accountId });
  return ended?.accountId;
}

export async function endOtherSessions(db: Db, userId: string, keep: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, keep)));
}

/** The person as every screen sees them. */
export async function findUser(db: Db, userId: string) {
  const [row] = await db
    .select({ user: users, account: accounts, subscription: subscriptions })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .innerJoin(subscriptions, eq(subscriptions.accountId, users.accountId))
    .where(eq(users.id, userId));
  return row === undefined ? undefined : { ...row, subscription: asSubscription(row.subscription) };
}
