import { randomUUID } from 'node:crypto';
import { and, eq, exists, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { insertion } from '#database/given-rows.ts';
import { isRow } from '#database/row-of-household.ts';
import { alertTests, outbox, unsentAlerts } from '#database/schema/alerts.ts';
import { alerts } from '#database/schema/escalation.ts';
import { jobs } from '#database/schema/jobs.ts';
import { putJobs, withdraw } from '#kit/server/jobs/queue.ts';
import { DAY_MS } from '#kit/shared/durations.ts';

const mailContent = z.object({
  name: z.string(),
  subject: z.string(),
  brand: z.string(),
  paragraphs: z.array(z.string()),
  /** Unless told, it is about a dose. */
  action: z.object({ label: z.string(), path: z.string() }).optional(),
  closing: z.string().optional(),
  /** The token of the link by which the alert is taken over. */
  takeOver: z.string().optional(),
});

const pushContent = z.object({
  title: z.string(),
  body: z.string(),
  topic: z.string(),
  /** Unless told, it is about a dose. */
  path: z.string().optional(),
  takeOver: z.string().optional(),
  /** Makes no sound: it tells what became of a notification of before. */
  quiet: z.boolean().optional(),
});

/** What is sent to whom: an email address, or the id of a push subscription. */
export type Letter = (
  | { readonly kind: 'email'; readonly recipient: string; readonly content: MailContent }
  | {
      readonly kind: 'push';
      readonly recipient: string;
      readonly content: PushContent;
      /** The push service: its lane in the queue. */
      readonly lane?: string;
    }
) & {
  /** Of whoever must know it by its name; a new one unless told. */
  readonly id?: string;
};

export type MailContent = z.output<typeof mailContent>;
export type PushContent = z.output<typeof pushContent>;

export type OutboxRow = typeof outbox.$inferSelect;

/** Each has queues of its own: a mail server that hangs holds no notification up. */
const KINDS = ['push', 'email'] as const;

/** How many are sent at once by the mail server, and by each push service. */
export const MOST_UNDER_WAY = 20;

const KEPT_DAYS = 30;

/** How letters are put out. */
export interface Putting {
  readonly accountId: string;
  readonly now: Date;
  /**
   * An alert goes before everything else; a word can be taken back until it has gone; a test is
   * tried once.
   */
  readonly purpose?: 'alert' | 'word' | 'test';
  /** The alert that is kept until one of these letters has gone. */
  readonly alert?: string;
  /** The dose that a word is about. */
  readonly dose?: string;
  /** Not sent before; at once unless told. */
  readonly notBefore?: Date;
}

const insertLetters = insertion(
  'put_letters',
  outbox,
  ['id', 'accountId', 'kind', 'recipient', 'content', 'purpose', 'alert', 'dose', 'createdAt'],
  { returned: {} },
);

/** Puts letters out to be sent, in the transaction that decides it: both happen or neither. */
export function put(db: Db, putting: Putting, letters: readonly Letter[]): Promise<void> {
  return putAll(db, [{ putting, letters }]);
}

/** The same of letters that are put out together, also of several households. */
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

/** Takes letters back that nobody has begun to send; answers how many. */
async function takeBack(db: Db, accountId: string, which: SQL | undefined): Promise<number> {
  const isTheirs = and(eq(outbox.accountId, accountId), which);
  const keys = sql`(select ${outbox.id}::text from ${outbox} where ${isTheirs})`;
  const taken = await withdraw(db, accountId, KINDS, keys);
  if (taken.length > 0) await db.delete(outbox).where(and(isTheirs, inArray(outbox.id, taken)));
  return taken.length;
}

/** Whether any letter about a dose was put out, be it gone or not. */
export function isSomethingOutAbout(accountId: SQL, dose: SQL): SQL {
  const about = sql`${outbox.accountId} = ${accountId} and ${outbox.dose} = ${dose}`;
  return sql`exists (select from ${outbox} where ${about})`;
}

/** Takes back the words about a dose that have not gone; answers whether one has. */
export async function takeWordsBack(db: Db, accountId: string, dose: string): Promise<boolean> {
  await takeBack(db, accountId, and(eq(outbox.dose, dose), eq(outbox.purpose, 'word')));
  const about = and(eq(outbox.accountId, accountId), eq(outbox.dose, dose));
  const [gone] = await db.select({ id: outbox.id }).from(outbox).where(about).limit(1);
  return gone !== undefined;
}

/** Takes back the alerts that a clock which was ahead put out, as far as they have not gone. */
export async function dropUnsentAlerts(db: Db, accountId: string, now: Date): Promise<boolean> {
  const isAhead = and(eq(outbox.purpose, 'alert'), gt(outbox.createdAt, now));
  const dropped = await takeBack(db, accountId, isAhead);
  await db
    .delete(unsentAlerts)
    .where(and(eq(unsentAlerts.accountId, accountId), gt(unsentAlerts.createdAt, now)));
  await db.delete(alerts).where(and(eq(alerts.accountId, accountId), gt(alerts.createdAt, now)));
  return dropped > 0;
}

/** Makes jobs of the letters that a server of the version before has put out and not sent. */
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

/** The letter, unless it has gone. */
export async function findUnsent(
  db: Db,
  letter: Pick<OutboxRow, 'id' | 'accountId'>,
): Promise<OutboxRow | undefined> {
  const isIt = and(isRow(outbox, letter), isNull(outbox.sentAt));
  const [row] = await db.select().from(outbox).where(isIt);
  return row;
}

/** The row's letter, or undefined when this version does not know its kind. */
export function letterOf({ kind, recipient, content }: OutboxRow): Letter | undefined {
  const mail = kind === 'email' ? mailContent.safeParse(content).data : undefined;
  if (mail !== undefined) return { kind: 'email', recipient, content: mail };
  const push = kind === 'push' ? pushContent.safeParse(content).data : undefined;
  return push === undefined ? undefined : { kind: 'push', recipient, content: push };
}

/** What is over leaves nothing by which it could be opened. */
const content = sql`case when ${outbox.purpose} = 'test' then '{}'::jsonb else ${outbox.content} - 'takeOver' end`;

/** With one letter that has gone its alert is told. */
export async function markSent(
  db: Db,
  letter: Pick<OutboxRow, 'id' | 'accountId' | 'alert'>,
  now: Date,
): Promise<void> {
  const { accountId, alert: id } = letter;
  await db.update(outbox).set({ sentAt: now, failure: null, content }).where(isRow(outbox, letter));
  if (id !== null) await db.delete(unsentAlerts).where(isRow(unsentAlerts, { id, accountId }));
}

/** What another process sent meanwhile stays sent. */
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

/** What was sent or given up long ago is forgotten. */
export async function clearOld(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db.delete(outbox).where(lte(outbox.createdAt, before));
  // That a test alert has once arrived is a first step of the household, and stays done.
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
  // What nobody has seen stays.
  await db.delete(unsentAlerts).where(lte(unsentAlerts.seenAt, before));
}
