import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { pushSubscriptions } from '#database/schema/alerts.ts';
import { users } from '#database/schema/households.ts';
import type { Round, RoundParts } from '#kit/server/feature.ts';
import { MailNotSent, type MailParts } from '#kit/server/mail.ts';
import { isNews, nextTry } from '../retry.ts';
import { alertLetter } from './alert-letter.ts';
import {
  BATCH,
  claim,
  clearOld,
  letterOf,
  markFailed,
  markSent,
  type OutboxRow,
} from './outbox.ts';
import { type PushParts, SubscriptionGone, sendPush } from './push.ts';

export interface Carriers {
  readonly mail: MailParts;
  push(database: Database): Promise<PushParts>;
}

const CLEAR_EVERY_MS = 3600 * 1000;

/** It will never arrive: nothing is tried again. */
class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/** Sends what features put out: outside any transaction, at least once, again after failures. */
export function outboxRound(carriers: Carriers): Round {
  let clearAt = 0;
  return {
    name: 'outbox',
    everyMs: 5_000,
    async run(parts) {
      const { database, now } = parts;
      for (;;) {
        const batch = await database.asSystem((db) => claim(db, now()));
        await Promise.all(batch.map((row) => deliver(row, carriers, parts)));
        if (batch.length < BATCH) break;
      }
      if (now().getTime() < clearAt) return;
      clearAt = now().getTime() + CLEAR_EVERY_MS;
      await database.asSystem((db) => clearOld(db, now()));
    },
  };
}

async function deliver(row: OutboxRow, carriers: Carriers, parts: RoundParts): Promise<void> {
  const { database, now, log } = parts;
  const failure = await send(row, carriers, parts).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error('no reason given')),
  );
  if (failure === undefined) return database.asSystem((db) => markSent(db, row.id, now()));
  const tryAt = failure instanceof Undeliverable ? undefined : nextTry(row, now());
  const known = failure instanceof MailNotSent || failure.name === 'PushNotSent';
  const reason = known || failure instanceof Undeliverable ? failure.message : failure.name;
  log.warn({ outboxId: row.id, reason, again: tryAt !== undefined }, 'an alert could not be sent');
  await database.asSystem((db) => markFailed(db, row.id, reason, tryAt));
}

async function send(row: OutboxRow, { mail, push }: Carriers, parts: RoundParts): Promise<void> {
  const { database, now } = parts;
  if (!isNews(row.createdAt, now())) throw new Undeliverable('too late');
  const letter = letterOf(row);
  if (letter === undefined) throw new Undeliverable('of an unknown kind');
  if (letter.kind === 'email') {
    if (!mail.mailer.isConfigured) throw new Undeliverable('no mail server');
    if (!(await isAdministrator(database, row))) throw new Undeliverable('nobody to tell');
    return mail.mailer.send(alertLetter({ ...letter, id: row.id }, mail.publicUrl));
  }
  const target = await subscriptionOf(database, row);
  if (target === undefined) throw new Undeliverable('nobody to tell');
  const keys = await push(database);
  await sendPush(target, letter.content, keys).catch(async (error: unknown) => {
    if (!(error instanceof SubscriptionGone)) throw error;
    await database.asSystem((db) =>
      db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, target.id)),
    );
    throw new Undeliverable('the subscription has ended');
  });
}

/** A letter may wait for hours: who was removed meanwhile is not told any more. */
async function isAdministrator(database: Database, row: OutboxRow): Promise<boolean> {
  const found = await database.asSystem((db) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.accountId, row.accountId),
          eq(users.email, row.recipient),
          ne(users.role, 'user'),
        ),
      ),
  );
  return found.length > 0;
}

async function subscriptionOf(database: Database, row: OutboxRow) {
  const [found] = await database.asSystem((db) =>
    db
      .select({ subscription: pushSubscriptions })
      .from(pushSubscriptions)
      .innerJoin(users, eq(users.id, pushSubscriptions.userId))
      .where(
        and(
          eq(pushSubscriptions.id, row.recipient),
          eq(pushSubscriptions.accountId, row.accountId),
          ne(users.role, 'user'),
        ),
      ),
  );
  return found?.subscription;
}
