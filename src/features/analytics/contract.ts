import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { SECTIONS } from './domain/figures.ts';
import { ACTIVITIES } from './domain/uses.ts';
import { MAX_SECONDS } from './limits.ts';
import { analyticsRefusals } from './refusals.ts';

export const analytics = z.object({
  /** Views of videos, music and reading together, since the beginning. */
  totalContentViews: z.int(),
  videoViews: z.int(),
  musicViews: z.int(),
  readingViews: z.int(),
  /** Average minutes per visit, to one decimal. */
  averageSessionTime: z.number(),
  /** Sections used since the household's midnight, with their minutes to one decimal. */
  today: z.array(z.object({ activity: z.enum(SECTIONS), totalDuration: z.number() })),
  /** The last uses, newest first; at most six entries. */
  recentActivity: z.array(
    z.object({
      id: z.string(),
      activity: z.enum(ACTIVITIES),
      /** Title of the video, playlist or article at that time. */
      title: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
});

export const robustAnalytics = z.object({
  accountUsers: z.int(),
  totalLogins: z.int(),
  /** Percentage of the last 30 days on which the tablet was used. */
  engagementRate: z.int(),
  /** 0 to 7, in the week that began on Sunday. */
  activeDaysThisWeek: z.int(),
  lastLogin: z.iso.datetime().nullable(),
  /** Counts only content that the household still has; null if none of it was opened. */
  mostWatchedVideo: z.string().nullable(),
  mostPlayedPlaylist: z.string().nullable(),
  mostReadArticle: z.string().nullable(),
});

export const weekOfUse = z.object({
  /** The Sunday on which the week began. */
  week: z.iso.date(),
  /** To one decimal. */
  minutes: z.number(),
  activeDays: z.int(),
});

export type WeekOfUse = z.output<typeof weekOfUse>;
export type Analytics = z.output<typeof analytics>;
export type RobustAnalytics = z.output<typeof robustAnalytics>;

export const analyticsCalls = {
  note: endpoint('POST /api/analytics', {
    who: 'user',
    summary: 'Records that an activity began or ended, with its duration and item.',
    body: z
      .object({
        activity: z.enum(ACTIVITIES),
        /** Duration of the use, in seconds. */
        duration: z.number().min(0).max(MAX_SECONDS),
        /** Name of the event, for example `watch_started` or `watch_ended`. */
        content: z.string().trim().min(1).max(100),
        itemId: z.uuid().optional(),
        /**
         * Time of a use that was queued on an offline tablet, at most 8 days ago; default: now.
         * With an `Idempotency-Key`, repeated requests count once.
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
    summary: 'Returns the uses of the tablet: in total, today, and the last ones.',
    reply: analytics,
    cache: 'household',
  }),
  readWeeks: endpoint('GET /api/analytics/weeks', {
    who: 'super_admin',
    summary: 'Returns the use of the tablet in each of the last eight weeks, oldest first.',
    reply: z.array(weekOfUse),
    cache: 'household',
  }),
  readRobust: endpoint('GET /api/analytics/robust', {
    who: 'super_admin',
    summary: 'Returns the activity of the household and its most opened content.',
    // Not cached, because the response contains the number of sign-ins, and a sign-in invalidates
    // no cached response.
    reply: robustAnalytics,
  }),
};

export type AnalyticsCalls = typeof analyticsCalls;
