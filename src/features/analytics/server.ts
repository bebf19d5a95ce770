import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { analyticsEvents } from '#database/schema/analytics.ts';
import { feature } from '#kit/server/feature.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { analyticsCalls } from './contract.ts';

/** Several hundred times what a busy day makes; a script that runs wild stops here. */
export const MOST_IN_A_DAY = 5_000;

const DAY_MS = 24 * 3600 * 1000;

/** What the elder opened and for how long. */
export const analyticsFeature = feature(analyticsCalls, {
  async note({ body }, { db, account, user, now }) {
    const id = randomUUID();
    // The figures tell of the elder: what the family looks at in Preview Mode is none of them.
    if (user.role !== 'user') return { id };
    if (await isFull(db, account.id, now)) {
      throw new Refusal(429, 'Too much was noted today. Please try again tomorrow.', {
        retryAfterSeconds: 3600,
      });
    }
    await db.insert(analyticsEvents).values({
      id,
      accountId: account.id,
      userId: user.id,
      activity: body.activity,
      content: body.content,
      itemId: body.itemId ?? null,
      durationSeconds: Math.round(body.duration),
      happenedAt: now,
    });
    return { id };
  },
});

async function isFull(db: Db, accountId: string, now: Date): Promise<boolean> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const beyond = await db
    .select({ id: analyticsEvents.id })
    .from(analyticsEvents)
    .where(and(eq(analyticsEvents.accountId, accountId), gt(analyticsEvents.happenedAt, dayAgo)))
    .offset(MOST_IN_A_DAY - 1)
    .limit(1);
  return beyond.length > 0;
}
