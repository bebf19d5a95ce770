import { ofWeek, weeksUntil } from '#platform/shared/weeks.ts';
import { addDays, weekday } from '#platform/shared/zoned-time.ts';
import { type DayCounts, type Figures, figuresOf } from './uses.ts';

/** Sections of the statistics; photos, calls and My Day belong to `other`. */
export const SECTIONS = ['watch', 'listen', 'read', 'other'] as const;

export type Section = (typeof SECTIONS)[number];

/** Number of days of the engagement rate, today included. */
export const ENGAGEMENT_DAYS = 30;

export function viewsOf(totals: readonly (Figures & { activity: string })[]) {
  const of = (activity: string) => totals.find((total) => total.activity === activity)?.views ?? 0;
  const [videoViews, musicViews, readingViews] = [of('watch'), of('listen'), of('read')];
  const totalContentViews = videoViews + musicViews + readingViews;
  return { totalContentViews, videoViews, musicViews, readingViews };
}

/** Average minutes per visit; 0 without visits. */
export function averageSessionTime(totals: readonly Figures[]): number {
  const sessions = totals.reduce((sum, total) => sum + total.sessions, 0);
  const seconds = totals.reduce((sum, total) => sum + total.seconds, 0);
  return sessions === 0 ? 0 : minutesOf(seconds / sessions);
}

/** Returns the sections used on a day, with their minutes. */
export function activityOf(day: readonly (DayCounts & { activity: string })[]) {
  return SECTIONS.flatMap((section) => {
    const its = day.filter(({ activity }) => sectionOf(activity) === section);
    const seconds = its.reduce((sum, counts) => sum + figuresOf(counts).seconds, 0);
    return its.length === 0 ? [] : [{ activity: section, totalDuration: minutesOf(seconds) }];
  });
}

/** Returns the percentage of the last 30 days with any use, today included. */
export function engagementRate(activeDays: readonly string[], today: string): number {
  const days = activeSince(activeDays, addDays(today, 1 - ENGAGEMENT_DAYS), today);
  return Math.round((days / ENGAGEMENT_DAYS) * 100);
}

/** Number of active days in the week that began on Sunday. */
export function activeDaysThisWeek(activeDays: readonly string[], today: string): number {
  return activeSince(activeDays, addDays(today, -weekday(today)), today);
}

export const WEEKS_OF_USE = 8;

/** Returns minutes and active days per week, from the days of all activities. */
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

/** Rounds to one decimal; a few seconds count as 0.1 minutes. */
function minutesOf(seconds: number): number {
  return seconds > 0 ? Math.max(0.1, Math.round(seconds / 6) / 10) : 0;
}
