import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { content } from '#database/schema/content.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import type { DurationCalls } from '../contract.ts';
import { durationOf } from '../domain/duration.ts';
import { ofShelf, rowOf } from './content-rows.ts';

type Told = { readonly id: string } & CallOf<DurationCalls['tellDuration']>['body'];

/**
 * Stores the duration of a video if none is known. The version does not change, so that an
 * administrator who is editing the video gets no conflict.
 */
export async function storeDuration(
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
