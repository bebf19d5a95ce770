import { and, eq, ne } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { pushSubscriptions } from '#database/schema/alerts.ts';
import { logins, users } from '#database/schema/households.ts';
import type { Again, JobContext, JobQueue, ScheduledJob } from '#platform/server/feature.ts';
import type { Job } from '#platform/server/jobs/queue.ts';
import { MailNotSent, type MailParts } from '#platform/server/outbound/mail.ts';
import { afterTrying, allowed, CLOSED } from '#platform/shared/circuit-breaker.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { NOT_CONFIRMED } from '../domain/failure-messages.ts';
import { isNews, nextTry } from '../domain/retry.ts';
import { alertLetter } from './alert-email.ts';
import {
  clearOld,
  findUnsent,
  type Letter,
  letterOf,
  MAX_RUNNING,
  markFailed,
  markSent,
  type OutboxRow,
  takeOver,
} from './outbox.ts';
import { PushNotSent, type PushParts, SubscriptionGone, sendPush } from './push.ts';
import { PUSH_SERVICES } from './push-services.ts';
import { householdToName, naming } from './whose-household.ts';

export interface Carriers {
  readonly mail: MailParts;
  push(database: Database): Promise<PushParts>;
}

/** A permanent failure: the message is not retried. */
class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/**
 * The recipient has not confirmed the address yet. The message is retried, because the confirmation
 * may follow.
 */
class NotConfirmed extends Undeliverable {
  constructor() {
    super(NOT_CONFIRMED);
  }
}

/**
 * Delivers the outbox: outside a transaction, at least once, with retries. Mail and each push
 * service have their own lane and circuit breaker, so that one that hangs does not block the
 * others. All lanes share one job name, so a manual run starts them together.
 */
export function outboxJobs(carriers: Carriers): (ScheduledJob | JobQueue)[] {
  const pushLanes = PUSH_SERVICES.map((lane) => laneOf(carriers, { kind: 'push', lane }));
  const others = (['push', 'email'] as const).map((kind) => laneOf(carriers, { kind }));
  return [TAKING_OVER, ...pushLanes, ...others, CLEARING];
}

function laneOf(
  carriers: Carriers,
  lane: { readonly kind: Letter['kind']; readonly lane?: string },
): JobQueue {
  let breaker = CLOSED;
  return {
    ...lane,
    name: 'outbox',
    everyMs: 5_000,
    most: (now) => allowed(breaker, now.getTime(), MAX_RUNNING),
    run: (job, parts) =>
      deliver(job, carriers, parts, (failure) => {
        const isOfCarrier = failure instanceof MailNotSent || failure instanceof PushNotSent;
        breaker = afterTrying(breaker, isOfCarrier && failure.isTimeout, parts.now().getTime());
      }),
  };
}

const TAKING_OVER: ScheduledJob = {
  name: 'outbox',
  everyMs: 20_000,
  run: ({ database }) => database.asSystem(takeOver),
};

const CLEARING: ScheduledJob = {
  name: 'old letters',
  everyMs: HOUR_MS,
  run: ({ database, now }) => database.asSystem((db) => clearOld(db, now())),
};

async function deliver(
  { key: id, accountId, attempts }: Job,
  carriers: Carriers,
  parts: JobContext,
  tried: (failure: Error | undefined) => void,
): Promise<Again | undefined> {
  const { database, now, log } = parts;
  if (accountId === null) return undefined;
  const row = await database.asSystem((db) => findUnsent(db, { id, accountId }));
  if (row === undefined) return undefined;
  const failure = await send(row, carriers, parts).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error('no reason given')),
  );
  // A permanent failure says nothing about the carrier, so the circuit breaker ignores it.
  if (!(failure instanceof Undeliverable)) tried(failure);
  if (failure === undefined) {
    await noting(row, parts, (db) => markSent(db, row, now()));
    return undefined;
  }
  const mayArrive = !(failure instanceof Undeliverable) || failure instanceof NotConfirmed;
  const isOver = !mayArrive || row.purpose === 'test';
  const at = isOver ? undefined : nextTry({ attempts, createdAt: row.createdAt }, now());
  const known = failure instanceof MailNotSent || failure instanceof PushNotSent;
  const reason = known || failure instanceof Undeliverable ? failure.message : failure.name;
  log.warn({ outboxId: row.id, reason, again: at !== undefined }, 'alert delivery failed');
  await noting(row, parts, (db) => markFailed(db, row, reason, at === undefined));
  return at && { at, reason };
}

/** Publishes the change, because the panel shows the delivery state of alerts and tests live. */
async function noting(
  { accountId, purpose }: OutboxRow,
  { changeAsSystem }: JobContext,
  note: (db: Db) => Promise<void>,
): Promise<void> {
  const isShown = purpose === 'alert' || purpose === 'test';
  await changeAsSystem((db, changed) => {
    if (isShown) changed(accountId, { answers: 'alerts' });
    return note(db);
  });
}

async function send(row: OutboxRow, { mail, push }: Carriers, parts: JobContext): Promise<void> {
  const { database, now } = parts;
  if (!isNews(row.createdAt, now())) throw new Undeliverable('too late');
  const letter = letterOf(row);
  if (letter === undefined) throw new Undeliverable('of an unknown kind');
  if (letter.kind === 'email') {
    if (!mail.mailer.isConfigured) throw new Undeliverable('no mail server');
    const reader = await readerOf(database, row);
    if (reader === undefined) throw new Undeliverable('nobody to tell');
    if (reader.emailProvenAt === null) throw new NotConfirmed();
    const subject = naming(letter.content.subject, await nameFor(database, reader));
    const content = { ...letter.content, subject };
    return mail.mailer.send(alertLetter({ ...letter, content, id: row.id }, mail.publicUrl));
  }
  const found = await subscriptionOf(database, row);
  if (found === undefined) throw new Undeliverable('nobody to tell');
  const target = found.subscription;
  const title = naming(letter.content.title, await nameFor(database, found));
  const keys = await push(database);
  await sendPush(target, { ...letter.content, title }, keys).catch(async (error: unknown) => {
    if (!(error instanceof SubscriptionGone)) throw error;
    await database.asSystem((db) =>
      db.delete(pushSubscriptions).where(isRow(pushSubscriptions, target)),
    );
    throw new Undeliverable('the subscription has ended');
  });
}

/** A message may wait for hours, so the recipient must still be an administrator. */
async function readerOf(database: Database, row: OutboxRow) {
  const [reader] = await database.asSystem((db) =>
    db
      .select({
        emailProvenAt: logins.emailProvenAt,
        loginId: users.loginId,
        accountId: users.accountId,
      })
      .from(users)
      .innerJoin(logins, eq(logins.id, users.loginId))
      .where(
        and(
          eq(users.accountId, row.accountId),
          eq(users.email, row.recipient),
          ne(users.role, 'user'),
        ),
      ),
  );
  return reader;
}

async function subscriptionOf(database: Database, row: OutboxRow) {
  const [found] = await database.asSystem((db) =>
    db
      .select({
        subscription: pushSubscriptions,
        loginId: users.loginId,
        accountId: users.accountId,
      })
      .from(pushSubscriptions)
      .innerJoin(
        users,
        isRow(users, { id: pushSubscriptions.userId, accountId: pushSubscriptions.accountId }),
      )
      .where(
        and(
          eq(pushSubscriptions.id, row.recipient),
          eq(pushSubscriptions.accountId, row.accountId),
          ne(users.role, 'user'),
        ),
      ),
  );
  return found;
}

function nameFor(database: Database, reader: Parameters<typeof householdToName>[1]) {
  return database.asSystem((db) => householdToName(db, reader));
}
