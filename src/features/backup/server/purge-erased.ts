import { and, arrayContains, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { content } from '#database/schema/content.ts';
import { medications } from '#database/schema/medications.ts';
import { photos } from '#database/schema/photos.ts';
import { pictures } from '#database/schema/pictures.ts';
import { addressOf } from '#features/pictures/server.ts';

/**
 * Deletes rows that refer to files which were deleted while the backup was made. The server had
 * deleted these rows before the files, but only after the backup had read the rows.
 */
export async function leaveOut(db: Db, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  for (const name of gone) {
    const [accountId = '', filename = ''] = name.split('/');
    await db
      .delete(photos)
      .where(
        and(
          eq(photos.accountId, accountId),
          or(
            eq(photos.filename, filename),
            eq(photos.original, filename),
            arrayContains(photos.thumbnails, [filename]),
          ),
        ),
      );
    await db
      .delete(pictures)
      .where(and(eq(pictures.accountId, accountId), eq(pictures.filename, filename)));
    await db
      .update(content)
      .set({ thumbnail: null })
      .where(and(eq(content.accountId, accountId), eq(content.thumbnail, filename)));
    const pillImageUrl = addressOf(filename);
    await db
      .update(medications)
      .set({ pillImageUrl: null })
      .where(and(eq(medications.accountId, accountId), eq(medications.pillImageUrl, pillImageUrl)));
  }
  await closeRanks(db);
}

/** Restores the invariant that the positions in an album are 0 to n-1. */
async function closeRanks(db: Db): Promise<void> {
  await db.execute(sql`update photos set "order" = ranked.place
    from (select id, row_number() over (partition by album_id order by "order", id) - 1 as place
      from photos) ranked
    where ranked.id = photos.id and ranked.place <> photos."order"`);
}
