import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analyticsItems } from '#database/schema/analytics.ts';
import { content } from '#database/schema/content.ts';
import { analyticsOf } from '#testing/analytics.ts';
import { type TestServer, testServer } from '#testing/test-server.ts';
import { analyticsFeature } from '../server.ts';

/** 10 AM in New York. */
const MORNING = '2026-03-10T14:00:00Z';

let server: TestServer;
let ours: ReturnType<typeof analyticsOf>;
let theirs: ReturnType<typeof analyticsOf>;
beforeAll(async () => {
  server = await testServer([analyticsFeature]);
});
beforeEach(async () => {
  server.clock.set(MORNING);
  ours = analyticsOf(server, await server.household());
  theirs = analyticsOf(server, await server.household());
});
afterAll(() => server.close());

const NOTHING = {
  totalContentViews: 0,
  videoViews: 0,
  musicViews: 0,
  readingViews: 0,
  averageSessionTime: 0,
  today: [],
  recentActivity: [],
};

const NOTHING_ROBUST = {
  accountUsers: 3,
  totalLogins: 0,
  engagementRate: 0,
  activeDaysThisWeek: 0,
  lastLogin: null,
  mostWatchedVideo: null,
  mostPlayedPlaylist: null,
  mostReadArticle: null,
};

describe('analytics without any use', () => {
  it('all figures are zero or null', async () => {
    expect(await ours.read()).toEqual(NOTHING);
    expect(await ours.readRobust()).toEqual(NOTHING_ROBUST);
  });
});

describe('sums of recorded uses', () => {
  it('a use is counted with its title, in its household only', async () => {
    const birds = await ours.addVideo('Birds of the Garden');
    await ours.use('watch', 120, birds);
    await ours.use('photos', 60);
    expect(await ours.read()).toMatchObject({
      totalContentViews: 1,
      videoViews: 1,
      averageSessionTime: 1.5,
      today: [
        { activity: 'watch', totalDuration: 2 },
        { activity: 'other', totalDuration: 1 },
      ],
      recentActivity: [
        { activity: 'photos', title: null, at: '2026-03-10T14:02:00.000Z' },
        { activity: 'watch', title: 'Birds of the Garden', at: '2026-03-10T14:00:00.000Z' },
      ],
    });
    expect(await ours.readRobust()).toMatchObject({
      engagementRate: 3,
      activeDaysThisWeek: 1,
      mostWatchedVideo: 'Birds of the Garden',
    });
    expect(await theirs.read()).toEqual(NOTHING);
    expect(await theirs.readRobust()).toEqual(NOTHING_ROBUST);
  });

  it('a use without an item id is counted without a title', async () => {
    await ours.note('listen_started');
    await ours.note('listen_ended', 90);
    expect(await ours.read()).toMatchObject({
      musicViews: 1,
      averageSessionTime: 1.5,
      today: [{ activity: 'listen', totalDuration: 1.5 }],
      recentActivity: [{ activity: 'listen', title: null }],
    });
  });

  it('a new use invalidates the cached response, which is used otherwise', async () => {
    await ours.note('read_started');
    await ours.read();
    const before = server.database.statements();
    expect(await ours.read()).toMatchObject({ readingViews: 1 });
    expect(server.database.statements()).toBe(before);
    await ours.note('read_started');
    expect(await ours.read()).toMatchObject({ readingViews: 2 });
  });

  it('an item of another household is neither named nor stored', async () => {
    const other = await theirs.addVideo('Theirs');
    await ours.note('watch_started', 0, other);
    expect(await ours.read()).toMatchObject({ videoViews: 1, recentActivity: [{ title: null }] });
    expect((await ours.readRobust()).mostWatchedVideo).toBeNull();
    const items = await server.database.asSystem((db) =>
      db.select().from(analyticsItems).where(eq(analyticsItems.itemId, other)),
    );
    expect(items).toEqual([]);
  });

  it('twenty concurrent uses are all counted', async () => {
    const birds = await ours.addVideo('Birds of the Garden');
    const all = Array.from({ length: 10 }, () => [
      ours.note('watch_started', 0, birds),
      ours.note('watch_ended', 30, birds),
    ]);
    await Promise.all(all.flat());
    expect(await ours.read()).toMatchObject({
      videoViews: 10,
      averageSessionTime: 0.5,
      today: [{ activity: 'watch', totalDuration: 5 }],
    });
  });
});

describe('most opened content', () => {
  it('the most opened item wins, and of two equal ones the later one', async () => {
    const [birds, trains] = [await ours.addVideo('Birds'), await ours.addVideo('Trains')];
    await ours.use('watch', 1, birds);
    await ours.use('watch', 1, trains);
    expect((await ours.readRobust()).mostWatchedVideo).toBe('Trains');
    await ours.use('watch', 1, birds);
    expect((await ours.readRobust()).mostWatchedVideo).toBe('Birds');
  });

  it('each kind has its own most opened item', async () => {
    await ours.use('read', 1, await ours.addArticle('Roses in May'));
    expect(await ours.readRobust()).toMatchObject({
      mostWatchedVideo: null,
      mostReadArticle: 'Roses in May',
    });
  });

  it('the most opened item has its current title and still exists; the recent list keeps old titles', async () => {
    const [birds, trains] = [await ours.addVideo('Birds'), await ours.addVideo('Trains')];
    await ours.use('watch', 1, trains);
    await ours.use('watch', 1, birds);
    await ours.use('watch', 1, birds);
    await server.database.asSystem(async (db) => {
      await db.delete(content).where(eq(content.id, birds));
      await db.update(content).set({ title: 'Steam trains' }).where(eq(content.id, trains));
    });
    expect((await ours.readRobust()).mostWatchedVideo).toBe('Steam trains');
    const { recentActivity } = await ours.read();
    const titles = recentActivity.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Birds', 'Birds', 'Trains']);
  });
});
