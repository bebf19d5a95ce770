import { and, asc, eq, getTableName, isNull, lte } from 'drizzle-orm';
import type { JobContext, ScheduledJob } from '#kit/server/feature.ts';
import { DAY_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { LATE_KINDS, type LateKind } from './content-kinds.ts';
import { type Asking, noted } from './thumbnails.ts';

/** So many of one household in a round: the others have their turn too, and no site is pressed. */
const AT_ONCE = 3;

/** Nobody waits for it: a slow site has its time. */
const PATIENCE_MS = 10_000;

/** A site that says nothing is asked again a day later, then two days, and then no more. */
const MOST_ASKS = 3;

/**
 * Asks for the pictures, and names of sites, of playlists and articles that were added before anybody
 * asked. What was said once is not asked for again.
 */
export function latePictures(
  parts: Omit<Asking, 'accountId' | 'now' | 'patienceMs'>,
): ScheduledJob {
  return {
    name: 'pictures of earlier content',
    everyMs: 10 * MINUTE_MS,
    async run(context) {
      const accounts = await waitingAccounts(context);
      await context.each(
        accounts,
        (accountId) => ({ key: accountId, accountId }),
        (accountId) => askForHousehold(accountId, parts, context),
      );
    },
  };
}

/** The households that have something to be asked about. */
async function waitingAccounts({ database, now }: JobContext): Promise<string[]> {
  const found = await database.asSystem((db) =>
    Promise.all(
      LATE_KINDS.map(({ table }) =>
        db.selectDistinct({ accountId: table.accountId }).from(table).where(isDue(table, now())),
      ),
    ),
  );
  return [...new Set(found.flat().map(({ accountId }) => accountId))];
}

function isDue(table: LateKind['table'], now: Date) {
  return and(isNull(table.thumbnail), lte(table.askAt, now));
}

async function askForHousehold(
  accountId: string,
  parts: Omit<Asking, 'accountId' | 'now' | 'patienceMs'>,
  context: JobContext,
): Promise<void> {
  let room = AT_ONCE;
  for (const kind of LATE_KINDS) {
    const { table, url } = kind;
    const due = await context.database.inHousehold(accountId, (db) =>
      db
        .select({ id: table.id, url, asks: table.asks })
        .from(table)
        .where(and(eq(table.accountId, accountId), isDue(table, context.now())))
        .orderBy(asc(table.askAt), asc(table.order))
        .limit(room),
    );
    room -= due.length;
    for (const one of due) await askFor(kind, { ...one, accountId }, parts, context);
  }
}

interface Due {
  readonly accountId: string;
  readonly id: string;
  readonly url: unknown;
  readonly asks: number;
}

/** The site is asked before the transaction, which must not wait for anybody outside. */
async function askFor(
  kind: LateKind,
  { accountId, id, url, asks }: Due,
  parts: Omit<Asking, 'accountId' | 'now' | 'patienceMs'>,
  { change, now }: JobContext,
): Promise<void> {
  const { table } = kind;
  const asking = { ...parts, patienceMs: PATIENCE_MS, accountId, now: now() };
  const about = await kind.ask(String(url), asking);
  const hasSpoken = Object.values(about).some((said) => said !== undefined);
  const isOver = hasSpoken || asks + 1 >= MOST_ASKS;
  const askAt = isOver ? null : new Date(now().getTime() + (asks + 1) * DAY_MS);
  await change(accountId, async (db, changed) => {
    const { thumbnail } = await noted(db, parts.files, about);
    // Its version stays: nobody typed anything, and whoever is just changing it meets no clash.
    await db
      .update(table)
      .set({
        ...kind.kept(about),
        ...(thumbnail && { thumbnail: thumbnail.filename }),
        asks: asks + 1,
        askAt,
      })
      // Not of another address that was given meanwhile, nor where there is a picture by now.
      .where(
        and(
          eq(table.accountId, accountId),
          eq(table.id, id),
          eq(kind.url, url),
          isNull(table.thumbnail),
        ),
      );
    if (hasSpoken) changed({ answers: getTableName(table) });
  });
}
