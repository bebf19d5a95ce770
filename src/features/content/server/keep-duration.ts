import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { videos } from '#database/schema/content.ts';
import { notThere } from '#kit/shared/refusals.ts';
import { durationOf } from '../duration.ts';

interface Told {
  readonly id: string;
  /** What was played. */
  readonly url: string;
  readonly seconds: number;
}

/**
 * Keeps the length of a video once: what its provider or the family said stays. The version stays too,
 * for nobody typed anything; whoever is just changing the title meets no clash.
 */
export async function keepDuration(
  db: Db,
  accountId: string,
  { id, url, seconds }: Told,
): Promise<undefined> {
  const whole = and(eq(videos.accountId, accountId), eq(videos.id, id));
  const known = await db.select({ id: videos.id }).from(videos).where(whole);
  if (known.length === 0) throw notThere();
  await db
    .update(videos)
    .set({ duration: durationOf(seconds) })
    .where(and(whole, eq(videos.url, url), isNull(videos.duration)));
}
