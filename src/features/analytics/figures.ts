import { ofWeek, weeksUntil } from '#kit/shared/weeks.ts';
import { addDays, weekday } from '#kit/shared/zoned-time.ts';
import { type DayCounts, type Figures, figuresOf } from './uses.ts';

/** What the sums are told of; photos, calls and My Day are the others. */
export const SECTIONS = ['watch', 'listen', 'read', 'other'] as const;

export type Section = (typeof SECTIONS)[number];

/** Days that the rate of engagement looks at, today among them. */
export const ENGAGEMENT_DAYS = 30;

/** How often videos, playlists and articles were opened. */
export function viewsOf(totals: readonly (Figures & { activity: string })[]) {
  const of = (activity: string) => totals.find((total) => total.activity === activity)?.views ?? 0;
  const [videoViews, musicViews, readingViews] = [of('watch'), of('listen'), of('read')];
  const totalContentViews = videoViews + musicViews + readingViews;
  return { totalContentViews, videoViews, musicViews, readingViews };
}

/** Minutes of one visit, on the average of all there were; 0 when there was none. */
export function averageSessionTime(totals: readonly Figures[]): number {
  const sessions = totals.reduce((sum, total) => sum + total.sessions, 0);
  const seconds = totals.reduce((sum, total) => sum + total.seconds, 0);
  return sessions === 0 ? 0 : minutesOf(seconds / sessions);
}

/** The sections in which there was something on a day, with their minutes. */
export function activityOf(day: readonly (DayCounts & { activity: string })[]) {
  return SECTIONS.flatMap((section) => {
    const its = day.filter(({ activity }) => sectionOf(activity) === section);
    const seconds = its.reduce((sum, counts) => sum + figuresOf(counts).seconds, 0);
    return its.length === 0 ? [] : [{ activity: section, totalDuration: minutesOf(seconds) }];
  });
}

/** Percent of the last 30 days, today among them, on which there was something. */
export function engagementRate(activeDays: readonly string[], today: string): number {
  const days = activeSince(activeDays, addDays(today, 1 - ENGAGEMENT_DAYS), today);
  return Math.round((days / ENGAGEMENT_DAYS) * 100);
}

/** Of the week that began on Sunday. */
export function activeDaysThisWeek(activeDays: readonly string[], today: string): number {
  return activeSince(activeDays, addDays(today, -weekday(today)), today);
}

/** Weeks that the trend goes back, the present one among them. */
export const WEEKS_OF_USE = 8;

/** The minutes and active days of the last weeks, of the days of all activities. */
export function weeksOfUse(days: readonly (DayCounts & { day: string })[], today: string) {
  return weeksUntil(today, WEEKS_OF_USE).map((week) => {
    const its = ofWeek(days, week, ({ day }) => day).filter(({ day }) => day <= today);
    const seconds = its.reduce((sum, counts) => sum + figuresOf(counts).seconds, 0);
    return {
      week,
      minutes: minutesOf(seconds),
      activeDays: new Set(its.map(({ day }) => day)).size,
    };
  });
}

function activeSince(activeDays: readonly string[], from: string, today: string): number {
  return new Set(activeDays.filter((day) => day >= from && day <= today)).size;
}

function sectionOf(activity: string): Section {
  return SECTIONS.find((section) => section === activity) ?? 'other';
}

/** To a tenth; a few seconds are not nothing. */
function minutesOf(seconds: number): number {
  return seconds > 0 ? Math.max(0.1, Math.round(seconds / 6) / 10) : 0;
}
