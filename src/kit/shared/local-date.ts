import { z } from 'zod';

const FIRST_DATE = '1900-01-01';
const LAST_DATE = '2199-12-31';

/**
 * Input: a day of the calendar, YYYY-MM-DD, of a year in which people live. The year 0, which a date
 * of ISO 8601 may have, does not exist for PostgreSQL.
 */
export const localDateInput = (sentence = 'Please choose a date.') =>
  z.iso
    .date(sentence)
    .refine((date) => FIRST_DATE <= date && date <= LAST_DATE, 'Please check the year.');
