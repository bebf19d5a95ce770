import ICAL from 'ical.js';
import { addDays, instantOf } from '#kit/shared/zoned-time.ts';

/** One entry of a feed: an event or the time of a dose, once. */
export type FeedEntry = {
  /** The same in every feed, so that a calendar program knows the entry again. */
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
} & (
  | { /** A local date, for the whole day. */ readonly date: string }
  | { readonly start: Date; readonly end: Date }
);

export interface FeedFrame {
  /** What calendar programs call it. */
  readonly name: string;
  /** The instant that the entries say they were written at. */
  readonly stamp: Date;
}

// RFC 5545 allows 75 octets a line; this is without the blank that a continued line begins with.
ICAL.foldLength = 74;

const REFRESH = 'PT1H';

/** The iCalendar file (RFC 5545): every entry on its own, with times in UTC. */
export function feedFile(entries: readonly FeedEntry[], { name, stamp }: FeedFrame): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('prodid', '-//Grand App//Family calendar//EN');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('method', 'PUBLISH');
  calendar.addPropertyWithValue('name', escaped(oneLine(name)));
  calendar.addPropertyWithValue('x-wr-calname', escaped(oneLine(name)));
  const refresh = new ICAL.Property('refresh-interval');
  refresh.resetType('duration');
  refresh.setValue(ICAL.Duration.fromString(REFRESH));
  calendar.addProperty(refresh);
  calendar.addPropertyWithValue('x-published-ttl', REFRESH);
  for (const entry of entries) calendar.addSubcomponent(componentOf(entry, stamp));
  return `${calendar.toString()}\r\n`;
}

/** A wall-clock span of a day as instants; one that the clocks swallow keeps its length. */
export function instantsOf(date: string, start: string, end: string, timezone: string) {
  const from = instantOf(date, start, timezone);
  const to = instantOf(date, end, timezone);
  if (to > from) return { start: from, end: to };
  const length = Date.parse(`${date}T${end}Z`) - Date.parse(`${date}T${start}Z`);
  return { start: from, end: new Date(from.getTime() + length) };
}

function componentOf(entry: FeedEntry, stamp: Date): ICAL.Component {
  const component = new ICAL.Component('vevent');
  component.addPropertyWithValue('uid', entry.uid);
  component.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(stamp, true));
  if ('date' in entry) {
    component.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(entry.date));
    component.addPropertyWithValue('dtend', ICAL.Time.fromDateString(addDays(entry.date, 1)));
    component.addPropertyWithValue('transp', 'TRANSPARENT');
  } else {
    component.addPropertyWithValue('dtstart', ICAL.Time.fromJSDate(entry.start, true));
    component.addPropertyWithValue('dtend', ICAL.Time.fromJSDate(entry.end, true));
  }
  component.addPropertyWithValue('summary', oneLine(entry.summary));
  if (entry.description !== '') {
    component.addPropertyWithValue('description', printable(entry.description));
  }
  return component;
}

function oneLine(text: string): string {
  return printable(text).replaceAll('\n', ' ');
}

/** For properties that are newer than the library, which does not know them as text. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&');
}

/** Line ends of one kind, and none of the characters that a content line must not have. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}
