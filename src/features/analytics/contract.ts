import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { SECTIONS } from './figures.ts';
import { LONGEST_SECONDS } from './limits.ts';
import { analyticsRefusals } from './refusals.ts';
import { ACTIVITIES } from './uses.ts';

export const analytics = z.object({
  /** Of videos, music and reading together, since the beginning. */
  totalContentViews: z.int(),
  videoViews: z.int(),
  musicViews: z.int(),
  readingViews: z.int(),
  /** Minutes of one visit, to a tenth. */
  averageSessionTime: z.number(),
  /** The sections that were used since the household's midnight, with their minutes to a tenth. */
  today: z.array(z.object({ activity: z.enum(SECTIONS), totalDuration: z.number() })),
  /** The newest first, at most six. */
  recentActivity: z.array(
    z.object({
      id: z.string(),
      activity: z.enum(ACTIVITIES),
      /** Of the video, playlist or article, as it was called then. */
      title: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
});

export const robustAnalytics = z.object({
  /** Everybody of the household. */
  accountUsers: z.int(),
  totalLogins: z.int(),
  /** Percent of the last 30 days on which something was used. */
  engagementRate: z.int(),
  /** 0 to 7, of the week that began on Sunday. */
  activeDaysThisWeek: z.int(),
  lastLogin: z.iso.datetime().nullable(),
  /** Of what the household still has; null when none of it was opened. */
  mostWatchedVideo: z.string().nullable(),
  mostPlayedPlaylist: z.string().nullable(),
  mostReadArticle: z.string().nullable(),
});

export const weekOfUse = z.object({
  /** The Sunday on which it began. */
  week: z.iso.date(),
  /** To a tenth. */
  minutes: z.number(),
  /** 0 to 7. */
  activeDays: z.int(),
});

export type WeekOfUse = z.output<typeof weekOfUse>;
export type Analytics = z.output<typeof analytics>;
export type RobustAnalytics = z.output<typeof robustAnalytics>;

export const analyticsCalls = {
  note: endpoint('POST /api/analytics', {
    who: 'user',
    summary: 'Notes that an activity began or ended, for how long, and on what.',
    body: z
      .object({
        activity: z.enum(ACTIVITIES),
        /** Seconds. */
        duration: z.number().min(0).max(LONGEST_SECONDS),
        /** Such as watch_started and watch_ended. */
        content: z.string().trim().min(1).max(100),
        /** The video, playlist or article. */
        itemId: z.uuid().optional(),
        /**
         * When it was, of what waited on a tablet for a connection: at most 8 days ago; now unless
         * told. With an `Idempotency-Key` it counts once, however often it is sent.
         */
        happenedAt: z.iso.datetime({ offset: true }).optional(),
      })
      .strict(),
    reply: z.object({ id: z.string() }),
    status: 201,
    refusals: some(analyticsRefusals, 'time-of-use-not-believed', 'too-many-uses'),
  }),
  read: endpoint('GET /api/analytics', {
    who: 'super_admin',
    summary: 'What was used: since the beginning, today, and last.',
    reply: analytics,
    cache: 'household',
  }),
  readWeeks: endpoint('GET /api/analytics/weeks', {
    who: 'super_admin',
    summary: 'For how long the tablet was used in each of the last eight weeks, the oldest first.',
    reply: z.array(weekOfUse),
    cache: 'household',
  }),
  readRobust: endpoint('GET /api/analytics/robust', {
    who: 'super_admin',
    summary: 'How often the household is here, and what it opens most.',
    // Not kept: who signs in makes no answer stale, and is counted here.
    reply: robustAnalytics,
  }),
};

export type AnalyticsCalls = typeof analyticsCalls;
