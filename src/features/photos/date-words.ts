const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Fewer letters than that are of many words. */
const LEAST_LETTERS = 3;

/**
 * What a typed word says of a date, as a pattern (SQL's LIKE) for YYYY-MM-DD: a year, the name of a
 * month or its beginning, a day of a month, or the date itself; undefined where it says nothing.
 */
export function datePattern(word: string): string | undefined {
  const plain = word.toLowerCase().replace(/[.,-]+$/, '');
  if (/^\d{4}$/.test(plain)) return `${plain}-%`;
  if (/^\d{4}-\d\d(-\d\d)?$/.test(plain)) return `${plain}%`;
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(plain) ?? [];
  if (day !== undefined) return `%-${day.padStart(2, '0')}`;
  const month =
    plain.length < LEAST_LETTERS ? -1 : MONTHS.findIndex((name) => name.startsWith(plain));
  return month === -1 ? undefined : `%-${String(month + 1).padStart(2, '0')}-%`;
}
