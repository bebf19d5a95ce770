import { z } from 'zod';

const FIRST_DATE = '1900-01-01';
const LAST_DATE = '2199-12-31';
const FIRST_INSTANT = Date.parse(FIRST_DATE);
const END_INSTANT = Date.parse('2200-01-01');

// Message for an implausible year. ISO 8601 also allows the year 0, which PostgreSQL does not have.
const CHECK_YEAR = 'Please check the year.';

/** Schema of a calendar date, YYYY-MM-DD, in a plausible year. */
export const localDateInput = (sentence = 'Please choose a date.') =>
  z.iso.date(sentence).refine((date) => FIRST_DATE <= date && date <= LAST_DATE, CHECK_YEAR);

/** Schema of an instant, ISO 8601 with any offset, in a plausible year. */
export const instantInput = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => FIRST_INSTANT <= Date.parse(text) && Date.parse(text) < END_INSTANT,
    CHECK_YEAR,
  );
