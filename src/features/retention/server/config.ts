import { z } from 'zod';
import { configPart } from '#platform/server/config.ts';

/** At least 100 days, because screens show the last hundred days. */
const keptDays = z.coerce.number().int().min(100).max(36_500);
const DAYS = 'a number of days, 100 or more';

/** Retention in days; undefined means forever. */
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
