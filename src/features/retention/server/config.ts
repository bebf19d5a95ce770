import { z } from 'zod';
import { configPart } from '#platform/server/config.ts';

/** Minimum retention of 100 days, because screens show the last hundred days. */
const days = z.coerce.number().int().min(100).max(36_500);
const DAYS = 'a number of days, 100 or more';

/** Retention in days; undefined means forever. */
export const readRetention = configPart(
  {
    ANALYTICS_RETENTION_DAYS: [days.default(400), DAYS, 'ANALYTICS_KEPT_DAYS'],
    AUDIT_RETENTION_DAYS: [days.optional(), DAYS, 'AUDIT_KEPT_DAYS'],
    MEDICATION_LOG_RETENTION_DAYS: [days.optional(), DAYS, 'MEDICATION_LOGS_KEPT_DAYS'],
  },
  (value) => ({
    analyticsDays: value.ANALYTICS_RETENTION_DAYS,
    auditDays: value.AUDIT_RETENTION_DAYS,
    medicationLogDays: value.MEDICATION_LOG_RETENTION_DAYS,
  }),
);

export type Retention = Readonly<ReturnType<typeof readRetention>>;
