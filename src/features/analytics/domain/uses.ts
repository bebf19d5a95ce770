import { SECOND_MS } from '#platform/shared/durations.ts';
import { addDays, instantOf, localDate } from '#platform/shared/zoned-time.ts';

export const ACTIVITIES = ['photos', 'watch', 'listen', 'read', 'call', 'myday'] as const;

export type Activity = (typeof ACTIVITIES)[number];

/** One report of a screen: an activity began, or ended after a number of seconds. */
export interface Use {
  /** Name of the event, for example `watch_started` or `watch_ended`. */
  readonly content: string;
  readonly seconds: number;
  /** True for one video, playlist or article; false for the screen that lists them. */
  readonly isOfItem: boolean;
}

/** Counts of one activity on one day. */
export interface DayCounts {
  readonly visits: number;
  readonly openings: number;
  readonly visitSeconds: number;
  readonly openingSeconds: number;
  readonly endedVisits: number;
  readonly endedOpenings: number;
}

export interface Figures {
  readonly views: number;
  readonly sessions: number;
  readonly seconds: number;
}

const NOTHING: DayCounts = {
  visits: 0,
  openings: 0,
  visitSeconds: 0,
  openingSeconds: 0,
  endedVisits: 0,
  endedOpenings: 0,
};

export function hasStarted(content: string): boolean {
  return content.endsWith('_started');
}

/**
 * Splits a use over local days, oldest first. A use that ended after midnight counts for both days,
 * each with its own seconds.
 */
export function sharesOf(
  use: Use,
  at: Date,
  timezone: string,
): { day: string; counts: DayCounts }[] {
  const { content, isOfItem, seconds } = use;
  const day = localDate(at, timezone);
  if (hasStarted(content)) {
    return [{ day, counts: { ...NOTHING, ...(isOfItem ? { openings: 1 } : { visits: 1 }) } }];
  }
  if (!content.endsWith('_ended')) return [{ day, counts: NOTHING }];
  return secondsByDay(seconds, at, timezone).map((share) => {
    const ended = share.day === day ? 1 : 0;
    const counts = isOfItem
      ? { openingSeconds: share.seconds, endedOpenings: ended }
      : { visitSeconds: share.seconds, endedVisits: ended };
    return { day: share.day, counts: { ...NOTHING, ...counts } };
  });
}

function secondsByDay(seconds: number, end: Date, timezone: string) {
  const shares: { day: string; seconds: number }[] = [];
  let left = seconds;
  let until = end;
  let day = localDate(end, timezone);
  do {
    const midnight = instantOf(day, '00:00', timezone);
    const sinceMidnight = Math.floor((until.getTime() - midnight.getTime()) / SECOND_MS);
    const here = Math.min(left, Math.max(0, sinceMidnight));
    shares.unshift({ day, seconds: here });
    left -= here;
    until = midnight;
    day = addDays(day, -1);
  } while (left > 0);
  return shares;
}

/**
 * Computes the figures of an activity on one day. A video is opened on a visit to the list screen,
 * and its time is part of the visit: this counts as one view, and no second counts twice. If there
 * are more openings than visits, each opening is a view.
 */
export function figuresOf(day: DayCounts): Figures {
  return {
    views: Math.max(day.visits, day.openings),
    sessions: day.endedVisits === 0 ? day.endedOpenings : day.endedVisits,
    seconds: Math.max(day.visitSeconds, day.openingSeconds),
  };
}

/** Returns the change of the figures after `added` was added to the day. */
export function gainOf(day: DayCounts, added: DayCounts): Figures {
  const now = figuresOf(day);
  const before = figuresOf({
    visits: day.visits - added.visits,
    openings: day.openings - added.openings,
    visitSeconds: day.visitSeconds - added.visitSeconds,
    openingSeconds: day.openingSeconds - added.openingSeconds,
    endedVisits: day.endedVisits - added.endedVisits,
    endedOpenings: day.endedOpenings - added.endedOpenings,
  });
  return {
    views: now.views - before.views,
    sessions: now.sessions - before.sessions,
    seconds: now.seconds - before.seconds,
  };
}
