import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { parameter, prepared } from '#database/prepared.ts';
import { throttles } from '#database/schema/access.ts';
import type { Context } from '#platform/server/feature.ts';
import { sourceNetworkOf } from '#platform/server/http/source-network.ts';
import { counted as inWords } from '#platform/shared/limits.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import {
  ADDRESS_RULE,
  DEVICE_RULE,
  EMAIL_RULE,
  GUESS_RULE,
  INVITATION_RULE,
  MAIL_RULE,
  MEMORY_MS,
  REGISTRATION_RULE,
  secondsToWait,
  TAKEN_EMAIL_RULE,
  type ThrottleRule,
} from '../domain/throttle.ts';
import { sessionRefusal } from '../refusals.ts';

interface Key {
  readonly key: string;
  readonly rule: ThrottleRule;
}

/** The keys for a password try from a browser that the person has never used. */
export function strangersKeys(address: string, email: string): Key[] {
  return [
    { key: ofGuesses(address, email), rule: GUESS_RULE },
    { key: addressed('password address', address), rule: ADDRESS_RULE },
    { key: keyed('password', email), rule: EMAIL_RULE },
  ];
}

/**
 * The key for a browser that the person has used before; failures in other browsers do not affect
 * it.
 */
export function knownDeviceKeys(userId: string, deviceHash: string): Key[] {
  return [{ key: keyed('password device', `${userId} ${deviceHash}`), rule: DEVICE_RULE }];
}

export function registrationKeys(address: string): Key[] {
  return [{ key: addressed('registration address', address), rule: REGISTRATION_RULE }];
}

/** The key for pairing codes. It contains only the address, because a pairing code has no email. */
export function pairingKeys(address: string): Key[] {
  return [{ key: addressed('pairing address', address), rule: ADDRESS_RULE }];
}

type LinkKind =
  | 'alert'
  | 'calendar'
  | 'confirmation'
  | 'doctor'
  | 'email change'
  | 'invitation'
  | 'reset';

/**
 * The key for wrong tokens of links. They are counted per network and kind of link, so that
 * failures with one kind do not delay another.
 */
export function linkKeys(address: string, kind: LinkKind): Key[] {
  return [{ key: addressed(`${kind} link address`, address), rule: ADDRESS_RULE }];
}

/**
 * Runs `work` with the token of a link. A refusal with the code `wrongCode` counts against the
 * caller's network; a right token is accepted after any number of wrong ones.
 */
export async function countWrongLinks<T>(
  { database, now, request }: Pick<Context, 'database' | 'now' | 'request'>,
  { kind, wrongCode }: { readonly kind: LinkKind; readonly wrongCode: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === wrongCode) {
      await countTry(database, linkKeys(request.address, kind), now);
    }
    throw error;
  }
}

/** The keys for requests of a new password. */
export function resetKeys(address: string, email: string): Key[] {
  return [
    { key: addressed('reset address', address), rule: ADDRESS_RULE },
    { key: keyed('reset', email), rule: MAIL_RULE },
  ];
}

/** The keys for confirmation emails: per household, and per address. */
export function confirmationKeys(accountId: string, email: string): Key[] {
  return [
    { key: keyed('confirmations', accountId), rule: INVITATION_RULE },
    { key: keyed('confirmation', email), rule: MAIL_RULE },
  ];
}

/** The keys that limit a household's invitations, and all households' emails to one recipient. */
export function invitationKeys(accountId: string, recipient?: string): Key[] {
  const household = { key: keyed('invitations', accountId), rule: INVITATION_RULE };
  if (recipient === undefined) return [household];
  return [household, { key: keyed('invitation', recipient), rule: MAIL_RULE }];
}

/** The keys for responses that reveal that an email has an account. */
export function takenEmailKeys(address: string, accountId: string): Key[] {
  return [
    { key: keyed('taken emails', accountId), rule: TAKEN_EMAIL_RULE },
    { key: addressed('taken emails address', address), rule: TAKEN_EMAIL_RULE },
  ];
}

function ofGuesses(address: string, email: string): string {
  return addressed('password address email', address, email);
}

/** Keyed by network, because an owner of one IPv6 address usually has its whole /64. */
function addressed(kind: string, address: string, rest = ''): string {
  return keyed(kind, `${sourceNetworkOf(address)} ${rest}`);
}

/** Returns the hash of a key. Keys are hashed, because addresses and emails are personal data. */
function keyed(kind: string, value: string): string {
  return createHash('sha256').update(`${kind} ${value}`).digest('base64url');
}

/**
 * Counts a try before the password or token is checked, so that concurrent tries cannot exceed the
 * limit; throws 429 after too many failures. If the rule has `countsRefused`, a refused try counts
 * too, in a separate transaction that is committed. `forgetTry` removes the try after a success.
 */
export async function countTry(database: Database, keys: readonly Key[], now: Date): Promise<void> {
  refuseToWait(await database.asSystem((db) => counted(db, keys, now)));
}

/**
 * Counts a try within a transaction that also reads other data. Returns the seconds to wait. The
 * caller passes them to `refuseToWait` after the commit, because a rollback would discard the
 * count.
 */
export async function counted(db: Db, keys: readonly Key[], now: Date): Promise<number> {
  const known = await heldKeys(db, keys, now);
  const refused = known.some((one) => one.wait > 0);
  const counting = known.filter(({ rule }) => !refused || rule.countsRefused);
  await countFailures(db, {
    keys: namesOf(counting),
    now: now.toISOString(),
    forgotten: forgottenAt(now),
  });
  if (!refused) return 0;
  return Math.max(
    ...known.map(({ rule, failures, wait: before }) =>
      rule.countsRefused ? secondsToWait(rule, failures + 1, now, now) : before,
    ),
  );
}

export function refuseToWait(seconds: number): void {
  if (seconds > 0) throw tooMany(seconds);
}

function namesOf(keys: readonly Pick<Key, 'key'>[]): string {
  return JSON.stringify(keys.map(({ key }) => key));
}

function forgottenAt(now: Date): string {
  return new Date(now.getTime() - MEMORY_MS).toISOString();
}

/** Inserts and locks the keys in a fixed order, so that concurrent tries do not deadlock. */
const holdKeys = prepared(
  'hold_throttles',
  { key: throttles.key, failures: throttles.failures, lastFailureAt: throttles.lastFailureAt },
  (selected) => sql`
    insert into ${throttles} (key, failures, last_failure_at)
    select name.value, 0, ${parameter('now')}::timestamptz
    from jsonb_array_elements_text(${parameter('keys')}::jsonb) with ordinality name
    order by name.ordinality
    on conflict (key) do update set failures = ${throttles.failures}
    returning ${selected}`,
);

async function heldKeys(db: Db, keys: readonly Key[], now: Date) {
  const rows = await holdKeys(db, { keys: namesOf(keys), now: now.toISOString() });
  return keys.map(({ key, rule }) => {
    const row = rows.find((one) => one.key === key);
    if (row === undefined) throw new Error('a throttle was not stored');
    const { failures, lastFailureAt } = row;
    const isOld = now.getTime() - lastFailureAt.getTime() >= MEMORY_MS;
    const wait = secondsToWait(rule, failures, lastFailureAt, now);
    return { key, rule, wait, failures: isOld ? 0 : failures };
  });
}

const { key, failures, lastFailureAt } = throttles;

/** Counts the failures of the keys; the rows of the keys must be locked. */
const countFailures = prepared(
  'count_failures',
  { key },
  (selected) => sql`
    update ${throttles} set last_failure_at = ${parameter('now')}::timestamptz,
      failures = case when ${lastFailureAt} <= ${parameter('forgotten')}::timestamptz then 1
        else ${failures} + 1 end
    where ${key} in (select jsonb_array_elements_text(${parameter('keys')}::jsonb))
    returning ${selected}`,
);

const clearFailures = prepared(
  'clear_failures',
  { key },
  (selected) =>
    sql`delete from ${throttles} where ${key} = ${parameter('key')} returning ${selected}`,
);

const takeFailureBack = prepared(
  'take_failure_back',
  { key },
  (selected) => sql`
    update ${throttles} set failures = greatest(${failures} - 1, 0)
    where ${key} = ${parameter('key')} returning ${selected}`,
);

/**
 * After a success: clears the failures of this person and browser; other keys get only this try
 * back.
 */
export async function forgetTry(db: Db, keys: readonly Key[]): Promise<void> {
  for (const { key, rule } of keys) {
    await (rule.success === 'clears' ? clearFailures : takeFailureBack)(db, { key });
  }
}

/** Lifts the rate limits of an email for a person who proved that they own it. */
export async function forgetEmail(db: Db, address: string, email: string): Promise<void> {
  for (const key of [ofGuesses(address, email), keyed('password', email), keyed('reset', email)]) {
    await db.delete(throttles).where(eq(throttles.key, key));
  }
}

function tooMany(seconds: number): Refusal {
  const wait =
    seconds < 60 ? inWords(seconds, 'seconds') : inWords(Math.ceil(seconds / 60), 'minutes');
  return sessionRefusal(
    'too-many-attempts',
    `Too many attempts. Please wait ${wait} and try again.`,
    {
      retryAfterSeconds: seconds,
    },
  );
}

/** Counts the start of a card entry without an account, to limit tests of stolen cards. */
export function countCardEntry(database: Database, address: string, now: Date): Promise<void> {
  const key = addressed('card entry address', address);
  return countTry(database, [{ key, rule: REGISTRATION_RULE }], now);
}
