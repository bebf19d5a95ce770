import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { calendarFeeds } from '#database/schema/calendar.ts';
import { settings } from '#database/schema/home.ts';
import { subscriptions, users } from '#database/schema/households.ts';
import { medications } from '#database/schema/medications.ts';
import { noteAct } from '#features/audit/server.ts';
import { isExpired } from '#features/entitlement/domain/period.ts';
import { asSubscription } from '#features/entitlement/server.ts';
import { asDue, awayOf } from '#features/medications/server.ts';
import {
  countTry,
  hashOf,
  linkKeys,
  newToken,
  subscriptionExpired,
} from '#features/sessions/server.ts';
import { type Context, type Feature, feature } from '#platform/server/feature.ts';
import type { FileAnswer } from '#platform/server/http/file-replies.ts';
import { limitConcurrency } from '#platform/server/jobs/semaphore.ts';
import { WorkerPool } from '#platform/server/jobs/worker-pool.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { instantOf, localDate } from '#platform/shared/zoned-time.ts';
import { feedCalls } from '../contract.ts';
import { eventRows } from './event-rows.ts';
import { type FeedContent, type FeedDay, spanOf } from './feed-entries.ts';
import { currentFeed, MAY_STAND } from './feed-maker.ts';
import type { FeedToWrite, WrittenFeed } from './feed-worker.ts';

/** Cache lifetime of a feed in calendar programs, in seconds. */
const MAX_AGE = 900;

/** Limits for one file; the largest takes about a second. */
const LIMITS = { withinMs: 10_000, memoryMb: 128 };

const MAX_STORED_BYTES = 20_000_000;

/** Endpoints for the secret address at which calendar programs read events and medication times. */
export function feedFeature(): Feature {
  const write = feedWriter();
  return feature(feedCalls, {
    async readFeed(_call, { db, account }) {
      return currentFeed(db, account.id);
    },

    async createFeed(_call, context) {
      const { db, account, user, now, request } = context;
      const secret = newToken();
      const made = { secretHash: hashOf(secret), createdAt: now, madeBy: user.id };
      await db
        .insert(calendarFeeds)
        .values({ ...made, accountId: account.id })
        .onConflictDoUpdate({ target: calendarFeeds.accountId, set: made });
      await noteAct(db, context, 'feed-made');
      return { url: `${request.openedAt}/calendar/${secret}.ics` };
    },

    async removeFeed(_call, context) {
      const { db, account } = context;
      const ended = await db
        .delete(calendarFeeds)
        .where(eq(calendarFeeds.accountId, account.id))
        .returning({ accountId: calendarFeeds.accountId });
      if (ended.length > 0) await noteAct(db, context, 'feed-ended');
      return undefined;
    },

    feed: ({ params }, context) => readFeed(params.secret, context, write),
  });
}

async function readFeed(
  secret: string,
  context: Context,
  write: ReturnType<typeof feedWriter>,
): Promise<FileAnswer> {
  const { database, now, request } = context;
  const found = await database.asSystem((db) => findFeed(db, secret));
  if (found === undefined) {
    // Only wrong addresses are counted, because a calendar service fetches the feeds of many
    // families from one IP address.
    await countTry(database, linkKeys(request.address, 'calendar'), now);
    throw notFound();
  }
  const { accountId, name, timezone } = found;
  if (isExpired(asSubscription(found.subscription), now)) throw subscriptionExpired();
  const today = localDate(now, timezone);
  const content = await database.inHousehold(accountId, (db) =>
    feedContent(db, accountId, { timezone, today }),
  );
  // The stamp does not change within a day, so that an unchanged file keeps its ETag.
  const stamp = instantOf(today, '00:00', timezone);
  return fileOf(await write({ content, timezone, today, name, stamp }, accountId));
}

/**
 * Creates feed files, one at a time per household, and caches them by their input, because a client
 * may fetch an address any number of times.
 */
function feedWriter() {
  const writers = new WorkerPool<Uint8Array, WrittenFeed>('feed-worker', import.meta.url, LIMITS);
  const inTurn = limitConcurrency({
    atOnce: 4,
    longestQueue: 64,
    forOne: { atOnce: 1, longestQueue: 4 },
    tooMany: 'Many calendars are being read just now. Please try again in a moment.',
  });
  const written = new LRUCache<string, WrittenFeed>({
    maxSize: MAX_STORED_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 100,
  });
  return (feed: FeedToWrite, accountId: string) =>
    inTurn(async () => {
      // The largest feeds have some megabytes, so other requests are processed between the steps.
      const packed = serialize(feed);
      await turn();
      const madeOf = createHash('sha256').update(packed).digest('hex');
      await turn();
      const known = written.get(madeOf);
      if (known !== undefined) return known;
      const made = await writers.run(packed);
      written.set(madeOf, made);
      return made;
    }, accountId);
}

async function findFeed(db: Db, secret: string) {
  const [found] = await db
    .select({
      accountId: calendarFeeds.accountId,
      name: settings.appName,
      timezone: settings.timezone,
      subscription: subscriptions,
    })
    .from(calendarFeeds)
    .innerJoin(settings, eq(settings.accountId, calendarFeeds.accountId))
    .innerJoin(subscriptions, eq(subscriptions.accountId, calendarFeeds.accountId))
    .leftJoin(users, isRow(users, { id: calendarFeeds.madeBy, accountId: calendarFeeds.accountId }))
    .where(and(eq(calendarFeeds.secretHash, hashOf(secret)), MAY_STAND));
  return found;
}

/** Reads the content of a feed; its size is limited by the household's limits. */
async function feedContent(db: Db, accountId: string, { today }: FeedDay): Promise<FeedContent> {
  const rows = await db
    .select({ row: getTableColumns(medications), away: awayOf })
    .from(medications)
    .where(and(eq(medications.accountId, accountId), isNull(medications.deletedAt)))
    .orderBy(asc(medications.createdAt), asc(medications.id));
  return {
    events: await eventRows(db, { accountId }, ...spanOf(today)),
    medications: rows.map(({ row, away }) => asDue(row, away)),
  };
}

function fileOf({ bytes, tag }: WrittenFeed): FileAnswer {
  return {
    type: 'text/calendar; charset=utf-8',
    bytes: bytes.length,
    tag,
    cacheControl: `private, max-age=${MAX_AGE}`,
    open: async (range) =>
      Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
  };
}
