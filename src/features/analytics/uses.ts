import { SECOND_MS } from '#kit/shared/durations.ts';
import { addDays, instantOf, localDate } from '#kit/shared/zoned-time.ts';

/** What the elder's screens can be used for. */
export const ACTIVITIES = ['photos', 'watch', 'listen', 'read', 'call', 'myday'] as const;

export type Activity = (typeof ACTIVITIES)[number];

/** One note of a screen: something began, or ended after so many seconds. */
export interface Use {
  /** Such as watch_started and watch_ended. */
  readonly content: string;
  readonly seconds: number;
  /** Of one video, playlist or article; otherwise of the whole screen that lists them. */
  readonly isOfItem: boolean;
}

/** What a day has of one activity. */
export interface DayCounts {
  readonly visits: number;
  readonly openings: number;
  readonly visitSeconds: number;
  readonly openingSeconds: number;
  readonly endedVisits: number;
  readonly endedOpenings: number;
}

/** What is told of it. */
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
 * What a note adds to which local days, the oldest first. What ended after midnight belongs to both
 * days, to each with its own seconds.
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
 * What a day of an activity comes to. A video is opened on a visit to the screen that lists them,
 * and its time is part of the visit's: one view, and no second twice. Where more things were opened
 * than there were visits, each is a view.
 */
export function figuresOf(day: DayCounts): Figures {
  return {
    views: Math.max(day.visits, day.openings),
    sessions: day.endedVisits === 0 ? day.endedOpenings : day.endedVisits,
    seconds: Math.max(day.visitSeconds, day.openingSeconds),
  };
}

/** By how much the figures of a day changed when `added` made it what it is. */
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
