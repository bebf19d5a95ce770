import type { Medication } from '../contract.ts';
import type { ScheduledMedication } from './schedule.ts';

/** A schedule of a medication with the time zone and the time span in which it applied. */
export interface ScheduleVersion {
  /** Milliseconds since 1970; inclusive. */
  readonly from: number;
  /** Milliseconds since 1970; exclusive. Infinity for the present schedule. */
  readonly until: number;
  readonly timezone: string;
  readonly schedule: ScheduledMedication;
}

/** Returns the former schedules of a medication and its present one, oldest first. */
export function scheduleVersions(
  medication: ScheduledMedication & Pick<Medication, 'scheduledSince' | 'formerSchedules'>,
  timezone: string,
): ScheduleVersion[] {
  const { id, scheduledSince, formerSchedules = [] } = medication;
  const since = scheduledSince === undefined ? 0 : Date.parse(scheduledSince);
  return [
    ...formerSchedules.map((former) => ({
      from: Date.parse(former.from),
      until: Date.parse(former.until),
      timezone: former.timezone,
      schedule: { ...former, id },
    })),
    { from: since, until: Number.POSITIVE_INFINITY, timezone, schedule: medication },
  ];
}
