import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { calendarFeeds } from '#database/schema/calendar.ts';
import { settings } from '#database/schema/home.ts';
import { subscriptions } from '#database/schema/households.ts';
import {
  countTry,
  hashOf,
  linkKeys,
  newToken,
  subscriptionExpired,
} from '#features/sessions/server.ts';
import { isExpired } from '#features/subscription/period.ts';
import { asSubscription } from '#features/subscription/server.ts';
import { type Context, type Feature, feature } from '#kit/server/feature.ts';
import type { FileAnswer } from '#kit/server/file-answers.ts';
import { notThere } from '#kit/shared/refusal.ts';
import { instantOf, localDate } from '#kit/shared/zoned-time.ts';
import { feedCalls } from '../contract.ts';
import { feedEntries } from './feed-entries.ts';
import { feedFile } from './feed-file.ts';

/** How long a calendar program may do without asking again, in seconds. */
const MAX_AGE = 900;

/** The secret address at which a family's own calendar programs read events and medication times. */
export function feedFeature({ publicUrl }: { publicUrl: string }): Feature {
  return feature(feedCalls, {
    async readFeed(_call, { db, account }) {
      const [feed] = await db
        .select({ createdAt: calendarFeeds.createdAt })
        .from(calendarFeeds)
        .where(eq(calendarFeeds.accountId, account.id));
      return { createdAt: feed?.createdAt.toISOString() ?? null };
    },

    async createFeed(_call, { db, account, now }) {
      const secret = newToken();
      const made = { secretHash: hashOf(secret), createdAt: now };
      await db
        .insert(calendarFeeds)
        .values({ ...made, accountId: account.id })
        .onConflictDoUpdate({ target: calendarFeeds.accountId, set: made });
      return { url: `${publicUrl}/calendar/${secret}.ics` };
    },

    async removeFeed(_call, { db, account }) {
      await db.delete(calendarFeeds).where(eq(calendarFeeds.accountId, account.id));
      return undefined;
    },

    feed: ({ params }, context) => readFeed(params.secret, context),
  });
}

async function readFeed(secret: string, context: Context): Promise<FileAnswer> {
  const { database, now, request } = context;
  const found = await database.asSystem((db) => findFeed(db, secret));
  if (found === undefined) {
    // Only what is wrong counts: a calendar service asks for many families from one address.
    await database.asSystem((db) => countTry(db, linkKeys(request.address), now));
    throw notThere();
  }
  const { accountId, name, timezone } = found;
  if (isExpired(asSubscription(found.subscription), now)) throw subscriptionExpired();
  const today = localDate(now, timezone);
  const entries = await database.inHousehold(accountId, (db) =>
    feedEntries(db, accountId, { timezone, today }),
  );
  // The same all day long, so that what has not changed is not sent again.
  const text = feedFile(entries, { name, stamp: instantOf(today, '00:00', timezone) });
  return fileOf(Buffer.from(text));
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
    .where(eq(calendarFeeds.secretHash, hashOf(secret)));
  return found;
}

function fileOf(bytes: Buffer): FileAnswer {
  return {
    type: 'text/calendar; charset=utf-8',
    bytes: bytes.length,
    tag: hashOf(bytes.toString('base64')).slice(0, 32),
    cacheControl: `private, max-age=${MAX_AGE}`,
    open: async (range) =>
      Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
  };
}
