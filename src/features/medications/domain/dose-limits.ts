import { z } from 'zod';
import { MAX_IN_24_HOURS, MAX_INTERVAL_MINUTES } from '../limits.ts';

/** The wire format of the limits of an as-needed medication: see `as-needed-limits.ts`. */
export const doseLimits = z.object({
  shortestIntervalMinutes: z
    .number()
    .int('Please choose whole minutes.')
    .min(1, 'Please choose at least a minute.')
    .max(MAX_INTERVAL_MINUTES, 'Please choose at most 24 hours.')
    .nullable(),
  mostIn24Hours: z
    .number()
    .int('Please choose a whole number.')
    .min(1, 'Please choose at least 1.')
    .max(MAX_IN_24_HOURS, `Please choose at most ${MAX_IN_24_HOURS}.`)
    .nullable(),
});

/** The limits for a new medication. Default: no limits. */
export const newDoseLimits = z.object({
  shortestIntervalMinutes: doseLimits.shape.shortestIntervalMinutes.default(null),
  mostIn24Hours: doseLimits.shape.mostIn24Hours.default(null),
});
