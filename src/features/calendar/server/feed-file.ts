import ICAL from 'ical.js';
import { addDays, instantOf } from '#platform/shared/zoned-time.ts';

/** One entry of a feed: an occurrence of an event, or a dose. */
export type FeedEntry = {
  /** Stable across requests, so that a calendar program recognizes the entry. */
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
} & (
  | { /** The local date of an all-day event. */ readonly date: string }
  | { readonly start: Date; readonly end: Date }
);

export interface FeedFrame {
  /** The name of the calendar in calendar programs. */
  readonly name: string;
  /** The timestamp (DTSTAMP) of all entries. */
  readonly stamp: Date;
}

// RFC 5545 limits a line to 75 octets; the space at the start of a folded line is not included
// here.
ICAL.foldLength = 74;

const REFRESH = 'PT1H';

/**
 * Returns the iCalendar file (RFC 5545); each occurrence is a separate entry, with times in UTC.
 */
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

/**
 * Converts a local time span to instants. If a change of the clocks makes the span negative or
 * empty, its length is preserved.
 */
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

/** Escapes the text of properties that are newer than the library, which does not escape them. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&');
}

/** Normalizes line ends and removes control characters, which a content line must not contain. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}
