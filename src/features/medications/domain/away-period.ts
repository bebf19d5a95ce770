import { z } from 'zod';
import { WALL_TIME } from '#platform/shared/zoned-time.ts';

/** The wire and database format of `AwayPeriod`. */
export const awayPeriod = z.object({
  startDate: z.iso.date(),
  startTime: z.string().regex(WALL_TIME),
  endDate: z.iso.date().nullable(),
  endTime: z.string().regex(WALL_TIME).nullable(),
});
