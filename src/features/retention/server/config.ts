import { z } from 'zod';
import { configPart } from '#kit/server/config.ts';

/** What a screen shows goes back no further than a hundred days. */
const keptDays = z.coerce.number().int().min(100).max(36_500);
const DAYS = 'a number of days, 100 or more';

/** How many days old things are kept; undefined is for ever. */
export const readRetention = configPart(
  {
    ANALYTICS_KEPT_DAYS: [keptDays.default(400), DAYS],
    AUDIT_KEPT_DAYS: [keptDays.optional(), DAYS],
    MEDICATION_LOGS_KEPT_DAYS: [keptDays.optional(), DAYS],
  },
  (value) => ({
    analyticsDays: value.ANALYTICS_KEPT_DAYS,
    auditDays: value.AUDIT_KEPT_DAYS,
    medicationLogDays: value.MEDICATION_LOGS_KEPT_DAYS,
  }),
);

export type Retention = Readonly<ReturnType<typeof readRetention>>;
