import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { content } from '#database/schema/content.ts';
import type { CallOf } from '#kit/shared/endpoint.ts';
import type { DurationCalls } from '../contract.ts';
import { durationOf } from '../duration.ts';
import { ofShelf, rowOf } from './content-rows.ts';

type Told = { readonly id: string } & CallOf<DurationCalls['tellDuration']>['body'];

/**
 * Keeps the length of a video once: what its provider or the family said stays. The version stays too,
 * for nobody typed anything; whoever is just changing the title meets no clash.
 */
export async function keepDuration(
  db: Db,
  accountId: string,
  { id, url, seconds }: Told,
): Promise<undefined> {
  const videos = { kind: 'videos', accountId } as const;
  await rowOf(db, videos, id);
  await db
    .update(content)
    .set({ duration: durationOf(seconds) })
    .where(and(ofShelf(videos, id), eq(content.url, url), isNull(content.duration)));
}
