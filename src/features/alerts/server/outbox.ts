import { randomUUID } from 'node:crypto';
import { and, eq, exists, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { insertion } from '#database/parameter-rows.ts';
import { isRow } from '#database/row-of-household.ts';
import { alertTests, outbox, unsentAlerts } from '#database/schema/alerts.ts';
import { alerts } from '#database/schema/escalation.ts';
import { jobs } from '#database/schema/jobs.ts';
import { putJobs, withdraw } from '#platform/server/jobs/queue.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

const mailContent = z.object({
  name: z.string(),
  subject: z.string(),
  brand: z.string(),
  paragraphs: z.array(z.string()),
  /** The button of the email. Default: a link to the medications. */
  action: z.object({ label: z.string(), path: z.string() }).optional(),
  closing: z.string().optional(),
  /** Token of the link that acknowledges the alert. */
  takeOver: z.string().optional(),
});

const pushContent = z.object({
  title: z.string(),
  body: z.string(),
  topic: z.string(),
  /** The path that a press on the notification opens. Default: the page of the medications. */
  path: z.string().optional(),
  takeOver: z.string().optional(),
  /** True if the notification makes no sound, because it only updates an earlier one. */
  quiet: z.boolean().optional(),
});

/** A message; `recipient` is an email address or the id of a push subscription. */
export type Letter = (
  | { readonly kind: 'email'; readonly recipient: string; readonly content: MailContent }
  | {
      readonly kind: 'push';
      readonly recipient: string;
      readonly content: PushContent;
      /** The push service, which has its own lane in the queue. */
      readonly lane?: string;
    }
) & {
  /** Given if the caller needs to know the id in advance; otherwise generated. */
  readonly id?: string;
};

export type MailContent = z.output<typeof mailContent>;
export type PushContent = z.output<typeof pushContent>;

export type OutboxRow = typeof outbox.$inferSelect;

/** Each kind has its own queue, so a hanging mail server does not delay notifications. */
const KINDS = ['push', 'email'] as const;

/** Maximum number of concurrent sends to the mail server, and to each push service. */
export const MAX_RUNNING = 20;

const KEPT_DAYS = 30;

export interface Putting {
  readonly accountId: string;
  readonly now: Date;
  /**
   * Alerts are sent before all others; a `word` (an answer to a dose) can be withdrawn until it is
   * sent; a test is not retried.
   */
  readonly purpose?: 'alert' | 'word' | 'test';
  /** The unsent-alert record that is deleted once one of these messages was sent. */
  readonly alert?: string;
  /** The dose that a `word` is about. */
  readonly dose?: string;
  /** Earliest time to send; default: at once. */
  readonly notBefore?: Date;
}

const insertLetters = insertion(
  'put_letters',
  outbox,
  ['id', 'accountId', 'kind', 'recipient', 'content', 'purpose', 'alert', 'dose', 'createdAt'],
  { returned: {} },
);

/** Enqueues messages within the caller's transaction, so that they exist only if it commits. */
export function put(db: Db, putting: Putting, letters: readonly Letter[]): Promise<void> {
  return putAll(db, [{ putting, letters }]);
}

/** Enqueues several groups of messages at once, also of several households. */
export async function putAll(
  db: Db,
  all: readonly { readonly putting: Putting; readonly letters: readonly Letter[] }[],
): Promise<void> {
  const rows = all.flatMap(({ putting, letters }) =>
    letters.map((letter) => rowOf(putting, letter)),
  );
  await insertLetters(db, rows);
  await putJobs(
    db,
    rows.map(({ id, kind, lane, accountId, purpose, createdAt, runAt }) => ({
      ...{ kind, key: id, lane, accountId, urgent: purpose === 'alert', createdAt, runAt },
    })),
  );
}

function rowOf({ accountId, now, purpose, alert, dose, notBefore = now }: Putting, letter: Letter) {
  const { kind, recipient, content, id = randomUUID() } = letter;
  const lane = letter.kind === 'push' ? (letter.lane ?? '') : '';
  return {
    lane,
    ...{ id, accountId, kind, recipient, content },
    purpose: purpose ?? null,
    alert: alert ?? null,
    dose: dose ?? null,
    createdAt: now,
    runAt: notBefore,
  };
}

/** Withdraws messages that are not being sent yet; returns their number. */
async function takeBack(db: Db, accountId: string, which: SQL | undefined): Promise<number> {
  const isTheirs = and(eq(outbox.accountId, accountId), which);
  const keys = sql`(select ${outbox.id}::text from ${outbox} where ${isTheirs})`;
  const taken = await withdraw(db, accountId, KINDS, keys);
  if (taken.length > 0) await db.delete(outbox).where(and(isTheirs, inArray(outbox.id, taken)));
  return taken.length;
}

/** True if a message about a dose was enqueued, sent or not. */
export function isSomethingOutAbout(accountId: SQL, dose: SQL): SQL {
  const about = sql`${outbox.accountId} = ${accountId} and ${outbox.dose} = ${dose}`;
  return sql`exists (select from ${outbox} where ${about})`;
}

/** Withdraws the unsent messages about a dose; returns true if one was already sent. */
export async function takeWordsBack(db: Db, accountId: string, dose: string): Promise<boolean> {
  await takeBack(db, accountId, and(eq(outbox.dose, dose), eq(outbox.purpose, 'word')));
  const about = and(eq(outbox.accountId, accountId), eq(outbox.dose, dose));
  const [gone] = await db.select({ id: outbox.id }).from(outbox).where(about).limit(1);
  return gone !== undefined;
}

/** Withdraws unsent alerts that were created while the clock was ahead. */
export async function dropUnsentAlerts(db: Db, accountId: string, now: Date): Promise<boolean> {
  const isAhead = and(eq(outbox.purpose, 'alert'), gt(outbox.createdAt, now));
  const dropped = await takeBack(db, accountId, isAhead);
  await db
    .delete(unsentAlerts)
    .where(and(eq(unsentAlerts.accountId, accountId), gt(unsentAlerts.createdAt, now)));
  await db.delete(alerts).where(and(eq(alerts.accountId, accountId), gt(alerts.createdAt, now)));
  return dropped > 0;
}

/** Creates jobs for messages that the previous server version enqueued but did not send. */
export async function takeOver(db: Db): Promise<void> {
  await db.execute(sql`
    with before as (
      select * from ${outbox} where try_at is not null for update skip locked
    ), moved as (
      insert into ${jobs} (kind, key, account_id, urgent, created_at, run_at, attempts, last_error)
      select kind, id::text, account_id, purpose is not distinct from 'alert', created_at, try_at,
        attempts, failure from before
      on conflict (kind, key) do update set run_at = excluded.run_at, attempts = excluded.attempts
    )
    update ${outbox} set try_at = null
    where (id, account_id) in (select id, account_id from before)`);
}

/** Returns the message unless it was sent. */
export async function findUnsent(
  db: Db,
  letter: Pick<OutboxRow, 'id' | 'accountId'>,
): Promise<OutboxRow | undefined> {
  const isIt = and(isRow(outbox, letter), isNull(outbox.sentAt));
  const [row] = await db.select().from(outbox).where(isIt);
  return row;
}

/** Returns the message of a row; undefined if this version does not know its kind. */
export function letterOf({ kind, recipient, content }: OutboxRow): Letter | undefined {
  const mail = kind === 'email' ? mailContent.safeParse(content).data : undefined;
  if (mail !== undefined) return { kind: 'email', recipient, content: mail };
  const push = kind === 'push' ? pushContent.safeParse(content).data : undefined;
  return push === undefined ? undefined : { kind: 'push', recipient, content: push };
}

/** A finished message stores no link token. */
const content = sql`case when ${outbox.purpose} = 'test' then '{}'::jsonb else ${outbox.content} - 'takeOver' end`;

/**
 * Marks a message as sent. One sent message is enough to remove its alert from the unsent alerts.
 */
export async function markSent(
  db: Db,
  letter: Pick<OutboxRow, 'id' | 'accountId' | 'alert'>,
  now: Date,
): Promise<void> {
  const { accountId, alert: id } = letter;
  await db.update(outbox).set({ sentAt: now, failure: null, content }).where(isRow(outbox, letter));
  if (id !== null) await db.delete(unsentAlerts).where(isRow(unsentAlerts, { id, accountId }));
}

/** Marks a message as failed, unless another process has sent it meanwhile. */
export async function markFailed(
  db: Db,
  letter: Pick<OutboxRow, 'id' | 'accountId'>,
  failure: string,
  isOver: boolean,
): Promise<void> {
  await db
    .update(outbox)
    .set({ failure, ...(isOver && { content }) })
    .where(and(isRow(outbox, letter), isNull(outbox.sentAt)));
}

/** Deletes messages that were sent or given up long ago. */
export async function clearOld(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db.delete(outbox).where(lte(outbox.createdAt, before));
  // Keeps the last received test, because the household's setup checklist depends on it.
  const newer = alias(alertTests, 'newer');
  const hasNewer = exists(
    db
      .select({ id: newer.id })
      .from(newer)
      .where(
        and(eq(newer.accountId, alertTests.accountId), gt(newer.receivedAt, alertTests.receivedAt)),
      ),
  );
  await db
    .delete(alertTests)
    .where(and(lte(alertTests.createdAt, before), or(isNull(alertTests.receivedAt), hasNewer)));
  await db.delete(alerts).where(lte(alerts.closedAt, before));
  // Unsent alerts stay until they are seen.
  await db.delete(unsentAlerts).where(lte(unsentAlerts.seenAt, before));
}
