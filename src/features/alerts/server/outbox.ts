import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { outbox } from '#database/schema/alerts.ts';

const mailContent = z.object({
  name: z.string(),
  subject: z.string(),
  brand: z.string(),
  paragraphs: z.array(z.string()),
  /** Unless told, it is about a dose. */
  action: z.object({ label: z.string(), path: z.string() }).optional(),
  closing: z.string().optional(),
});

const pushContent = z.object({ title: z.string(), body: z.string(), topic: z.string() });

/** What is sent to whom: an email address, or the id of a push subscription. */
export type Letter =
  | { readonly kind: 'email'; readonly recipient: string; readonly content: MailContent }
  | { readonly kind: 'push'; readonly recipient: string; readonly content: PushContent };

export type MailContent = z.output<typeof mailContent>;
export type PushContent = z.output<typeof pushContent>;

export type OutboxRow = typeof outbox.$inferSelect;

/** Long enough for all of a batch, each at its slowest; a process that dies holds them no longer. */
const LEASE_MS = 120_000;

/** No letter waits longer: one that does was noted by a clock that was ahead, and is due. */
const LONGEST_WAIT_MS = 2 * 3600_000;

/** How many are sent at once. */
export const BATCH = 20;

const KEPT_DAYS = 30;

/** Puts letters out to be sent, in the transaction that decides it: both happen or neither. */
export async function put(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
  letters: readonly Letter[],
): Promise<void> {
  if (letters.length === 0) return;
  await db.insert(outbox).values(
    letters.map((letter) => ({
      ...letter,
      id: randomUUID(),
      accountId,
      createdAt: now,
      tryAt: now,
    })),
  );
}

/**
 * Takes letters that are due. They are tried again when the lease has run out without a word, and
 * what another process is taking is passed over.
 */
export async function claim(db: Db, now: Date): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(or(lte(outbox.tryAt, now), gt(outbox.tryAt, new Date(now.getTime() + LONGEST_WAIT_MS))))
    .orderBy(asc(outbox.tryAt))
    .limit(BATCH)
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

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db.update(outbox).set({ sentAt: now, tryAt: null, failure: null }).where(eq(outbox.id, id));
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
    .set({ failure, tryAt: tryAt ?? null })
    .where(and(eq(outbox.id, id), isNull(outbox.sentAt)));
}

/** What was sent or given up long ago is forgotten. */
export async function clearOld(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000);
  await db.delete(outbox).where(and(lte(outbox.createdAt, before), isNull(outbox.tryAt)));
}
