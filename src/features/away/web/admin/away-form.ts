import { addDays, localDate, localTime } from '#platform/shared/zoned-time.ts';
import type { AwayContent, AwayTime } from '../../contract.ts';
import { validateAway } from '../../domain/validity.ts';

export interface AwayFields {
  /** The id of an elder, or 'system'. */
  readonly userId: string;
  readonly startDate: string | null;
  readonly startTime: string;
  readonly hasEnd: boolean;
  readonly endDate: string | null;
  readonly endTime: string;
  readonly note: string;
}

/** The default elder and start of a new period. */
export interface Beginning {
  readonly userId?: string;
  readonly at: Date;
  readonly timezone: string;
}

const MIDNIGHT = '00:00';

/** Returns the fields of the period; a new one begins at `at` and has no end. */
export function fieldsOf(
  period: AwayTime | undefined,
  { userId = 'system', at, timezone }: Beginning,
): AwayFields {
  if (period === undefined) {
    const startDate = localDate(at, timezone);
    return {
      ...{ userId, startDate, startTime: localTime(at, timezone), note: '' },
      ...{ hasEnd: false, endDate: addDays(startDate, 1), endTime: MIDNIGHT },
    };
  }
  const { startDate, startTime, endDate, endTime, note } = period;
  return {
    ...{ userId: period.userId, startDate, startTime, note, hasEnd: endDate !== null },
    endDate: endDate ?? addDays(startDate, 1),
    endTime: endTime ?? MIDNIGHT,
  };
}

/** Converts the fields to the body of the request; undefined while a date is missing. */
export function contentOf(fields: AwayFields): AwayContent | undefined {
  const { userId, startDate, startTime, hasEnd, endDate, endTime, note } = fields;
  if (startDate === null || (hasEnd && endDate === null)) return undefined;
  return {
    ...{ userId, startDate, startTime, note },
    endDate: hasEnd ? endDate : null,
    endTime: hasEnd ? endTime : null,
  };
}

const CHOOSE = 'Please choose a date.';

/** Returns the errors that prevent sending the form. An existing period may have begun long ago. */
export function errorsIn(
  fields: AwayFields,
  today: string,
  others: readonly AwayTime[],
  present?: AwayTime,
): Partial<Record<keyof AwayFields, string>> {
  const content = contentOf(fields);
  if (content === undefined) {
    const endDate = fields.hasEnd && fields.endDate === null ? { endDate: CHOOSE } : {};
    return { ...(fields.startDate === null ? { startDate: CHOOSE } : {}), ...endDate };
  }
  const hasBegun = present?.startDate === content.startDate && content.startDate < today;
  return validateAway(content, hasBegun ? content.startDate : today, others);
}
