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

/** Minimum letters of a month name; fewer would match too many other words. */
const MIN_LETTERS = 3;

/**
 * Converts a typed word to a LIKE pattern for dates (YYYY-MM-DD). Accepts a year, a month name or
 * its beginning, a day of a month, and a whole date; undefined for other words.
 */
export function datePattern(word: string): string | undefined {
  const plain = word.toLowerCase().replace(/[.,-]+$/, '');
  if (/^\d{4}$/.test(plain)) return `${plain}-%`;
  if (/^\d{4}-\d\d(-\d\d)?$/.test(plain)) return `${plain}%`;
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(plain) ?? [];
  if (day !== undefined) return `%-${day.padStart(2, '0')}`;
  const month =
    plain.length < MIN_LETTERS ? -1 : MONTHS.findIndex((name) => name.startsWith(plain));
  return month === -1 ? undefined : `%-${String(month + 1).padStart(2, '0')}-%`;
}
