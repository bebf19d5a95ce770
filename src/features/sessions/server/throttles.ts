import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { throttles } from '#database/schema/access.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import {
  ADDRESS_RULE,
  EMAIL_RULE,
  INVITATION_RULE,
  MAIL_RULE,
  MEMORY_MS,
  REGISTRATION_RULE,
  secondsToWait,
  type ThrottleRule,
} from '../throttle.ts';

interface Key {
  readonly key: string;
  readonly rule: ThrottleRule;
}

/** The keys of one try at a password; `whose` is the email or the id that it is tried for. */
export function passwordKeys(address: string, whose: string): Key[] {
  return [
    { key: keyed('password address', address), rule: ADDRESS_RULE },
    { key: keyed('password', whose), rule: EMAIL_RULE },
  ];
}

export function registrationKeys(address: string): Key[] {
  return [{ key: keyed('registration address', address), rule: REGISTRATION_RULE }];
}

/** Whoever guesses at codes knows nobody's email: only the address slows them down. */
export function pairingKeys(address: string): Key[] {
  return [{ key: keyed('pairing address', address), rule: ADDRESS_RULE }];
}

/** Of one try at the token of a link: whoever guesses knows only an address of their own. */
export function linkKeys(address: string): Key[] {
  return [{ key: keyed('link address', address), rule: ADDRESS_RULE }];
}

/** Of asking for a new password. */
export function resetKeys(address: string, email: string): Key[] {
  return [
    { key: keyed('reset address', address), rule: ADDRESS_RULE },
    { key: keyed('reset', email), rule: MAIL_RULE },
  ];
}

/** Of letters by which somebody proves an email: of one household, and to one address. */
export function confirmationKeys(accountId: string, email: string): Key[] {
  return [
    { key: keyed('confirmations', accountId), rule: INVITATION_RULE },
    { key: keyed('confirmation', email), rule: MAIL_RULE },
  ];
}

export function invitationKeys(accountId: string): Key[] {
  return [{ key: keyed('invitations', accountId), rule: INVITATION_RULE }];
}

/** Hashed, since addresses and emails are personal. */
function keyed(kind: string, value: string): string {
  return createHash('sha256').update(`${kind} ${value}`).digest('base64url');
}

/**
 * Counts a try before it is made, so that a hundred at once cannot pass together; refuses with 429
 * when there were too many failures. `forgetTry` takes it back when it succeeded.
 */
export async function countTry(db: Db, keys: readonly Key[], now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - MEMORY_MS);
  // Always in the same order, so that two tries never wait for each other.
  for (const { key, rule } of keys) {
    const [known] = await db.select().from(throttles).where(eq(throttles.key, key)).for('update');
    const wait =
      known === undefined ? 0 : secondsToWait(rule, known.failures, known.lastFailureAt, now);
    if (wait > 0) throw tooMany(wait);
    const again = sql`case when ${throttles.lastFailureAt} <= ${forgotten.toISOString()} then 1 else ${throttles.failures} + 1 end`;
    await db
      .insert(throttles)
      .values({ key, failures: 1, lastFailureAt: now })
      .onConflictDoUpdate({
        target: throttles.key,
        set: { failures: again, lastFailureAt: now },
      });
  }
}

/** A success clears what the email got wrong; the address gets only this one try back. */
export async function forgetTry(db: Db, keys: readonly Key[]): Promise<void> {
  const emails = keys.filter(({ rule }) => rule === EMAIL_RULE).map(({ key }) => key);
  const addresses = keys.filter(({ rule }) => rule === ADDRESS_RULE).map(({ key }) => key);
  if (emails.length > 0) await db.delete(throttles).where(inArray(throttles.key, emails));
  await db
    .update(throttles)
    .set({ failures: sql`greatest(${throttles.failures} - 1, 0)` })
    .where(inArray(throttles.key, addresses));
}

/** Whoever proved that the email is theirs is not slowed down by what others got wrong. */
export async function forgetEmail(db: Db, email: string): Promise<void> {
  const keys = [keyed('password', email), keyed('reset', email)];
  await db.delete(throttles).where(inArray(throttles.key, keys));
}

function tooMany(seconds: number): Refusal {
  const wait = seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Refusal(429, `Too many attempts. Please wait ${wait} and try again.`, {
    retryAfterSeconds: seconds,
  });
}

/** Counts that somebody without an account begins to enter a card: who tries stolen ones does it often. */
export function countCardEntry(db: Db, address: string, now: Date): Promise<void> {
  const key = keyed('card entry address', address);
  return countTry(db, [{ key, rule: REGISTRATION_RULE }], now);
}
