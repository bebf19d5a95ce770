import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { content } from '#database/schema/content.ts';
import type { JobContext, ScheduledJob } from '#platform/server/feature.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { LATE_KINDS } from './content-kinds.ts';
import { type ContentRow, isToBeAsked } from './content-rows.ts';
import { type Asking, recordThumbnail } from './thumbnails.ts';

/**
 * Maximum number of entries per household and run, so that other households are not delayed and no
 * site is overloaded.
 */
const AT_ONCE = 3;

/** A background job can wait longer for a slow site. */
const PATIENCE_MS = 10_000;

/**
 * Maximum number of requests to a site without an answer: the second one is made after a day, the
 * third one after two more days.
 */
const MAX_REQUESTS = 3;

const NAMES = LATE_KINDS.map(({ kind }) => kind);

type Parts = Omit<Asking, 'accountId' | 'now' | 'patienceMs'>;

/**
 * Fetches pictures and site names for playlists and articles that an earlier version added without
 * them. An entry is skipped once its provider has answered.
 */
export function backfillPictures(parts: Parts): ScheduledJob {
  return {
    name: 'pictures of earlier content',
    everyMs: 10 * MINUTE_MS,
    async run(context) {
      const { database, now } = context;
      const waiting = await database.asSystem((db) =>
        db
          .selectDistinct({ accountId: content.accountId })
          .from(content)
          .where(isToBeAsked(NAMES, now())),
      );
      await context.each(
        waiting,
        ({ accountId }) => ({ key: accountId, accountId }),
        ({ accountId }) => askForHousehold(accountId, parts, context),
      );
    },
  };
}

async function askForHousehold(
  accountId: string,
  parts: Parts,
  context: JobContext,
): Promise<void> {
  const due = await context.database.inHousehold(accountId, (db) =>
    db
      .select()
      .from(content)
      .where(and(eq(content.accountId, accountId), isToBeAsked(NAMES, context.now())))
      .orderBy(asc(content.askAt), asc(content.order))
      .limit(AT_ONCE),
  );
  for (const row of due) await askFor(row, parts, context);
}

/** The site is asked before the transaction, which must not wait for a remote server. */
async function askFor(row: ContentRow, parts: Parts, { change, now }: JobContext): Promise<void> {
  const { accountId, id, url, asks } = row;
  const kind = LATE_KINDS.find((one) => one.kind === row.kind);
  if (kind === undefined) return;
  const about = await kind.ask(url, { ...parts, patienceMs: PATIENCE_MS, accountId, now: now() });
  const hasSpoken = Object.values(about).some((said) => said !== undefined);
  const isOver = hasSpoken || asks + 1 >= MAX_REQUESTS;
  const askAt = isOver ? null : new Date(now().getTime() + (asks + 1) * DAY_MS);
  await change(accountId, async (db, changed) => {
    const { thumbnail, ...said } = await recordThumbnail(db, parts.files, about);
    const { trackCount, source } = kind.keeps(said, url);
    // The version does not change, so that an administrator who is editing the entry gets no
    // conflict.
    await db
      .update(content)
      .set({
        // Values that the family entered are kept.
        ...(trackCount && { trackCount: sql`coalesce(${content.trackCount}, ${trackCount})` }),
        ...(said.siteName !== undefined && source && { source }),
        ...(thumbnail && { thumbnail: thumbnail.filename }),
        asks: asks + 1,
        askAt,
      })
      // Skips the entry if its address was changed meanwhile, or if it has a picture by now.
      .where(
        and(
          eq(content.accountId, accountId),
          eq(content.id, id),
          eq(content.url, url),
          isNull(content.thumbnail),
        ),
      );
    if (hasSpoken) changed({ answers: kind.kind });
  });
}
