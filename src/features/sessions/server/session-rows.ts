import { hash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { asParameters, ofGiven, parameterRows } from '#database/parameter-rows.ts';
import { parameter, prepared, value } from '#database/prepared.ts';
import { isOneOf, isRow } from '#database/row-of-household.ts';
import { emailConfirmations, sessions } from '#database/schema/access.ts';
import {
  accounts,
  logins,
  runningImports,
  subscriptions,
  users,
} from '#database/schema/households.ts';
import type { Subscription } from '#features/entitlement/domain/period.ts';
import { asSubscription } from '#features/entitlement/server.ts';
import { DAY_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { type Role, roleOf } from '#platform/shared/roles.ts';
import { inAllHouseholds, type Member, NO_LOGIN, OF_LOGIN } from './logins.ts';

/** The lifetime of a session in days: `idleDays` without use, `mostDays` in total. */
export interface Lifetime {
  readonly kind: 'person' | 'tablet';
  readonly idleDays: number;
  readonly mostDays: number;
}

/** Signed in with a password. */
export const PERSON: Lifetime = { kind: 'person', idleDays: 7, mostDays: 30 };

/** Paired with a code; longer, because an elder should never have to sign in. */
export const TABLET: Lifetime = { kind: 'tablet', idleDays: 90, mostDays: 365 };

/** Returns the hexadecimal SHA-256 hash of a token, the only form in which it is stored. */
export function hashOf(token: string): string {
  return hash('sha256', token);
}

/** 256 random bits for a cookie or a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Starts a session and returns its token, which is not stored. */
export async function addSession(
  db: Db,
  session: {
    accountId: string;
    userId: string;
    deviceName: string;
    /** The administrator who created the pairing code. */
    setUpBy?: string | null;
    /** Token hash of the browser; the browser is trusted from now on. */
    deviceHash?: string;
    lifetime: Lifetime;
    now: Date;
    /** The time at which the person gave their password; never for a tablet. */
    confirmedAt?: Date | null;
    /** The final expiry of the session that this one continues. */
    mostUntil?: Date | undefined;
  },
): Promise<{ token: string; maxAgeSeconds: number }> {
  const token = newToken();
  const { lifetime, now, mostUntil, ...rest } = session;
  const endsAt = earlier(new Date(now.getTime() + lifetime.mostDays * DAY_MS), mostUntil);
  const expiresAt = earlier(new Date(now.getTime() + lifetime.idleDays * DAY_MS), mostUntil);
  await db.insert(sessions).values({
    ...rest,
    kind: lifetime.kind,
    tokenHash: hashOf(token),
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
    endsAt,
  });
  const maxAgeSeconds = Math.ceil((endsAt.getTime() - now.getTime()) / SECOND_MS);
  return { token, maxAgeSeconds };
}

function earlier(one: Date, other = one): Date {
  return other < one ? other : one;
}

export interface SessionRow {
  readonly session: typeof sessions.$inferSelect;
  readonly role: Role;
  /**
   * Undefined for a household without a subscription: only the calls for a renewal are permitted.
   */
  readonly subscription: Subscription | undefined;
  /** True while an import runs. */
  readonly isBusy: boolean;
}

/** A prepared statement, because after a server start the first call of every device runs it. */
const readSessions = prepared(
  'read_sessions',
  {
    session: sessions,
    role: users.role,
    subscription: subscriptions,
    isBusy: value(sql`${runningImports.id} is not null`, z.boolean().parse),
  },
  (selected) => sql`
    select ${selected} from ${sessions}
    join ${users} on ${users.id} = ${sessions.userId} and ${users.accountId} = ${sessions.accountId}
    left join ${subscriptions} on ${subscriptions.accountId} = ${sessions.accountId}
    left join ${runningImports} on ${runningImports.accountId} = ${sessions.accountId}
    where ${sessions.tokenHash} = any(${parameter('tokenHashes')}::text[])`,
);

/** Returns the valid session of a token hash with the data that every call needs. */
export async function findSession(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await findSessions(db, [tokenHash]);
  return row && isLiving(row, now) ? row : undefined;
}

/** Returns the existing sessions, including expired ones, in any order. */
export async function findSessions(db: Db, tokenHashes: readonly string[]): Promise<SessionRow[]> {
  const rows = await readSessions(db, { tokenHashes });
  return rows.flatMap(({ session, role: stored, subscription, isBusy }) => {
    if (session === null) return [];
    return [
      {
        session,
        role: roleOf(stored),
        subscription: subscription ? asSubscription(subscription) : undefined,
        isBusy,
      },
    ];
  });
}

export function isLiving({ session }: SessionRow, now: Date): boolean {
  return session.expiresAt > now;
}

type Session = typeof sessions.$inferSelect;

export function lifetimeOf(kind: string): Lifetime {
  return kind === TABLET.kind ? TABLET : PERSON;
}

function idleMsOf(session: Session): number {
  return lifetimeOf(session.kind).idleDays * DAY_MS;
}

/**
 * Returns the time at which the idle expiry is to be extended: a day after the last extension;
 * never if it equals the final expiry.
 */
export function nextExtension(session: Session): number {
  if (session.expiresAt >= session.endsAt) return Number.POSITIVE_INFINITY;
  return session.expiresAt.getTime() - idleMsOf(session) + DAY_MS;
}

/** Returns the session with an extended idle expiry, limited by its final expiry. */
export function extended(session: Session, now: Date): Session {
  const idleEnd = now.getTime() + idleMsOf(session);
  const expiresAt = new Date(Math.min(idleEnd, session.endsAt.getTime()));
  return { ...session, lastSeenAt: now, expiresAt };
}

const { tokenHash, lastSeenAt, expiresAt } = sessions;
const EXTENSION = { tokenHash, lastSeenAt, expiresAt };

const extendThem = prepared(
  'extend_sessions',
  { tokenHash: sessions.tokenHash },
  (selected) => sql`
    update ${sessions} set last_seen_at = free.last_seen_at, expires_at = free.expires_at
    from (
      select s.token_hash, ${ofGiven('lastSeenAt')} as last_seen_at, ${ofGiven('expiresAt')} as expires_at
      from ${parameterRows(EXTENSION)} join ${sessions} s on s.token_hash = ${ofGiven('tokenHash')}
      for update of s skip locked
    ) free
    where ${sessions.tokenHash} = free.token_hash returning ${selected}`,
);

/**
 * Stores extended sessions; returns the hashes of the stored ones. Skips rows that another
 * transaction has locked, so that one session does not delay others.
 */
export async function extendSessions(db: Db, all: readonly Session[]): Promise<Set<string>> {
  if (all.length === 0) return new Set();
  const stored = await extendThem(db, asParameters(EXTENSION, all));
  return new Set(stored.map(({ tokenHash }) => tokenHash));
}

const USE = { tokenHash, lastSeenAt };

const storeThem = prepared(
  'store_uses',
  {},
  () => sql`
    update ${sessions} set last_seen_at = used.at
    from (
      select s.token_hash, ${ofGiven('lastSeenAt')} as at
      from ${parameterRows(USE)} join ${sessions} s on s.token_hash = ${ofGiven('tokenHash')}
      where s.last_seen_at < ${ofGiven('lastSeenAt')}
      for update of s skip locked
    ) used
    where ${sessions.tokenHash} = used.token_hash`,
);

/**
 * Stores the last uses of sessions with one statement. Skips rows that another process has locked,
 * to avoid deadlocks.
 */
export async function storeUses(db: Db, uses: readonly (readonly [string, number])[]) {
  const rows = uses.map(([tokenHash, at]) => ({ tokenHash, lastSeenAt: new Date(at) }));
  await storeThem(db, asParameters(USE, rows));
}

/** The values that a session copies from the one that it continues. */
export type Continued = Pick<Session, 'endsAt' | 'confirmedAt'>;

/** Returns the administrator who is signed in at this browser. */
export async function findSignedIn(
  db: Db,
  { request, now }: { request: { sessionToken: string | undefined }; now: Date },
): Promise<{ known: KnownUser; session: Continued } | undefined> {
  if (request.sessionToken === undefined) return undefined;
  const found = await findSession(db, hashOf(request.sessionToken), now);
  if (found === undefined || found.role === 'user') return undefined;
  const { userId: id, accountId } = found.session;
  const known = await findUser(db, { id, accountId });
  return known && { known, session: found.session };
}

export async function endSession(
  db: Db,
  tokenHash: string,
): Promise<{ accountId: string; userId: string } | undefined> {
  const [ended] = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ accountId: sessions.accountId, userId: sessions.userId });
  return ended;
}

/** Ends all other sessions of a person, in all households of their login. */
export async function endOtherSessions(db: Db, member: Member, keep: string): Promise<void> {
  await db
    .delete(sessions)
    .where(
      and(
        isOneOf(
          { id: sessions.userId, accountId: sessions.accountId },
          inAllHouseholds(db, member),
        ),
        ne(sessions.tokenHash, keep),
      ),
    );
}

export type KnownUser = Omit<NonNullable<Awaited<ReturnType<typeof findUser>>>, 'pending'>;

/** Returns the person with the data of their household for the screens. */
export async function findUser(db: Db, member: Member) {
  const [found] = await usersWhere(db, isRow(users, member));
  return found;
}

/** Returns the people of a login, the last used household first. */
export async function findMemberships(db: Db, loginId: string) {
  return latestFirst(await usersWhere(db, eq(users.loginId, loginId)));
}

/** Sorts by the last use of each household. */
export function latestFirst(all: readonly KnownUser[]): KnownUser[] {
  const enteredAt = ({ user }: KnownUser) => user.enteredAt?.getTime() ?? 0;
  return all.toSorted((one, other) => enteredAt(other) - enteredAt(one));
}

/** Returns the people of a household, oldest first. */
export async function listUsers(db: Db, accountId: string) {
  return usersWhere(db, eq(users.accountId, accountId));
}

async function usersWhere(db: Db, condition: SQL) {
  const rows = await db
    .select({
      user: users,
      login: OF_LOGIN,
      account: accounts,
      subscription: subscriptions,
      pending: { email: emailConfirmations.email, expiresAt: emailConfirmations.expiresAt },
    })
    .from(users)
    .leftJoin(logins, eq(logins.id, users.loginId))
    .leftJoin(
      emailConfirmations,
      and(
        eq(emailConfirmations.userId, users.id),
        eq(emailConfirmations.accountId, users.accountId),
        isNotNull(emailConfirmations.cancelTokenHash),
      ),
    )
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .innerJoin(subscriptions, eq(subscriptions.accountId, users.accountId))
    .where(condition)
    .orderBy(asc(users.createdAt), asc(users.id));
  return rows.map(({ user, login, account, subscription, pending }) => ({
    user: { ...user, ...(login ?? NO_LOGIN) },
    account,
    /** The new email that is not confirmed yet. */
    pending,
    subscription: asSubscription(subscription),
  }));
}
