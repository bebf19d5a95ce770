import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { alertTests, outbox, unsentAlerts } from '#database/schema/alerts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';

const mailContent = z.object({
  name: z.string(),
  subject: z.string(),
  brand: z.string(),
  paragraphs: z.array(z.string()),
  /** Unless told, it is about a dose. */
  action: z.object({ label: z.string(), path: z.string() }).optional(),
  closing: z.string().optional(),
});

const pushContent = z.object({
  title: z.string(),
  body: z.string(),
  topic: z.string(),
  /** Unless told, it is about a dose. */
  path: z.string().optional(),
});

/** What is sent to whom: an email address, or the id of a push subscription. */
export type Letter = (
  | { readonly kind: 'email'; readonly recipient: string; readonly content: MailContent }
  | { readonly kind: 'push'; readonly recipient: string; readonly content: PushContent }
) & {
  /** Of whoever must know it by its name; a new one unless told. */
  readonly id?: string;
};

export type MailContent = z.output<typeof mailContent>;
export type PushContent = z.output<typeof pushContent>;

export type OutboxRow = typeof outbox.$inferSelect;

/** Long enough for all of a batch, each at its slowest; a process that dies holds them no longer. */
const LEASE_MS = 2 * MINUTE_MS;

/** No letter waits longer: one that does was noted by a clock that was ahead, and is due. */
const LONGEST_WAIT_MS = 2 * HOUR_MS;

/** How many are sent at once. */
export const BATCH = 20;

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

/** Puts letters out to be sent, in the transaction that decides it: both happen or neither. */
export async function put(
  db: Db,
  { accountId, now, purpose, alert, dose, notBefore = now }: Putting,
  letters: readonly Letter[],
): Promise<void> {
  if (letters.length === 0) return;
  await db.insert(outbox).values(
    letters.map((letter) => ({
      ...letter,
      id: letter.id ?? randomUUID(),
      accountId,
      purpose: purpose ?? null,
      alert: alert ?? null,
      dose: dose ?? null,
      createdAt: now,
      tryAt: notBefore,
    })),
  );
}

/** Nobody has begun to send it. */
const isUntouched = and(isNull(outbox.sentAt), eq(outbox.attempts, 0), isNotNull(outbox.tryAt));

/** Takes back the words about a dose that have not gone; answers whether one has. */
export async function takeWordsBack(db: Db, accountId: string, dose: string): Promise<boolean> {
  const about = and(eq(outbox.accountId, accountId), eq(outbox.dose, dose));
  await db.delete(outbox).where(and(about, eq(outbox.purpose, 'word'), isUntouched));
  const [gone] = await db.select({ id: outbox.id }).from(outbox).where(about).limit(1);
  return gone !== undefined;
}

/** Takes back the alerts that a clock which was ahead put out, as far as they have not gone. */
export async function dropUnsentAlerts(db: Db, accountId: string, now: Date): Promise<boolean> {
  const dropped = await db
    .delete(outbox)
    .where(
      and(
        eq(outbox.accountId, accountId),
        eq(outbox.purpose, 'alert'),
        gt(outbox.createdAt, now),
        isUntouched,
      ),
    )
    .returning({ id: outbox.id });
  await db
    .delete(unsentAlerts)
    .where(and(eq(unsentAlerts.accountId, accountId), gt(unsentAlerts.createdAt, now)));
  return dropped.length > 0;
}

/**
 * Takes letters of a kind that are due, alerts first. They are tried again when the lease has run out without a word, and
 * what another process is taking is passed over.
 */
export async function claim(
  db: Db,
  now: Date,
  kind: Letter['kind'],
  most = BATCH,
): Promise<OutboxRow[]> {
  const isOfKind = kind === 'push' ? eq(outbox.kind, kind) : ne(outbox.kind, 'push');
  const isDue = or(
    lte(outbox.tryAt, now),
    gt(outbox.tryAt, new Date(now.getTime() + LONGEST_WAIT_MS)),
  );
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isOfKind, isDue))
    .orderBy(sql`${outbox.purpose} = 'alert' desc nulls last`, asc(outbox.tryAt))
    .limit(most)
    .for('update', { skipLocked: true });
  return db
    .update(outbox)
    .set({
      tryAt: new Date(now.getTime() + LEASE_MS),
      attempts: sql`${outbox.attempts} + 1`,
    })
    .where(sql`${outbox.id} = any(array(${due}))`)
    .returning();
}

/** The row's letter, or undefined when this version does not know its kind. */
export function letterOf({ kind, recipient, content }: OutboxRow): Letter | undefined {
  const mail = kind === 'email' ? mailContent.safeParse(content).data : undefined;
  if (mail !== undefined) return { kind: 'email', recipient, content: mail };
  const push = kind === 'push' ? pushContent.safeParse(content).data : undefined;
  return push === undefined ? undefined : { kind: 'push', recipient, content: push };
}

/** A test that is over leaves nothing by which it could be opened. */
const content = sql`case when ${outbox.purpose} = 'test' then '{}'::jsonb else ${outbox.content} end`;

/** With one letter that has gone its alert is told. */
export async function markSent(
  db: Db,
  { id, alert }: Pick<OutboxRow, 'id' | 'alert'>,
  now: Date,
): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: now, tryAt: null, failure: null, content })
    .where(eq(outbox.id, id));
  if (alert !== null) await db.delete(unsentAlerts).where(eq(unsentAlerts.id, alert));
}

/** `tryAt` undefined gives it up. What another process sent meanwhile stays sent. */
export async function markFailed(
  db: Db,
  id: string,
  failure: string,
  tryAt: Date | undefined,
): Promise<void> {
  await db
    .update(outbox)
    .set({ failure, tryAt: tryAt ?? null, ...(tryAt === undefined && { content }) })
    .where(and(eq(outbox.id, id), isNull(outbox.sentAt)));
}

/** What was sent or given up long ago is forgotten. */
export async function clearOld(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db.delete(outbox).where(and(lte(outbox.createdAt, before), isNull(outbox.tryAt)));
  await db.delete(alertTests).where(lte(alertTests.createdAt, before));
  // What nobody has seen stays.
  await db.delete(unsentAlerts).where(lte(unsentAlerts.seenAt, before));
}
