import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { content } from '#database/schema/content.ts';
import type { JobContext, ScheduledJob } from '#kit/server/feature.ts';
import { DAY_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { LATE_KINDS } from './content-kinds.ts';
import { type ContentRow, isToBeAsked } from './content-rows.ts';
import { type Asking, noted } from './thumbnails.ts';

/** So many of one household in a round: the others have their turn too, and no site is pressed. */
const AT_ONCE = 3;

/** Nobody waits for it: a slow site has its time. */
const PATIENCE_MS = 10_000;

/** A site that says nothing is asked again a day later, then two days, and then no more. */
const MOST_ASKS = 3;

const NAMES = LATE_KINDS.map(({ kind }) => kind);

type Parts = Omit<Asking, 'accountId' | 'now' | 'patienceMs'>;

/**
 * Asks for the pictures, and names of sites, of playlists and articles that were added before anybody
 * asked. What was said once is not asked for again.
 */
export function latePictures(parts: Parts): ScheduledJob {
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

/** The site is asked before the transaction, which must not wait for anybody outside. */
async function askFor(row: ContentRow, parts: Parts, { change, now }: JobContext): Promise<void> {
  const { accountId, id, url, asks } = row;
  const kind = LATE_KINDS.find((one) => one.kind === row.kind);
  if (kind === undefined) return;
  const about = await kind.ask(url, { ...parts, patienceMs: PATIENCE_MS, accountId, now: now() });
  const hasSpoken = Object.values(about).some((said) => said !== undefined);
  const isOver = hasSpoken || asks + 1 >= MOST_ASKS;
  const askAt = isOver ? null : new Date(now().getTime() + (asks + 1) * DAY_MS);
  await change(accountId, async (db, changed) => {
    const { thumbnail, ...said } = await noted(db, parts.files, about);
    const { trackCount, source } = kind.keeps(said, url);
    // Its version stays: nobody typed anything, and whoever is just changing it meets no clash.
    await db
      .update(content)
      .set({
        // What the family gave stays.
        ...(trackCount && { trackCount: sql`coalesce(${content.trackCount}, ${trackCount})` }),
        ...(said.siteName !== undefined && source && { source }),
        ...(thumbnail && { thumbnail: thumbnail.filename }),
        asks: asks + 1,
        askAt,
      })
      // Not of another address that was given meanwhile, nor where there is a picture by now.
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
