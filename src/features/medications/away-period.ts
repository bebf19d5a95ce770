import { z } from 'zod';
import { WALL_TIME } from '#kit/shared/zoned-time.ts';

/** `AwayPeriod` as it is on the wire and in the database. */
export const awayPeriod = z.object({
  startDate: z.iso.date(),
  startTime: z.string().regex(WALL_TIME),
  endDate: z.iso.date().nullable(),
  endTime: z.string().regex(WALL_TIME).nullable(),
});
