import { addDays, localDate, localTime } from '#kit/shared/zoned-time.ts';
import type { AwayContent, AwayTime } from '../../contract.ts';
import { whatIsWrong } from '../../validity.ts';

export interface AwayFields {
  /** The id of an elder, or 'system'. */
  readonly userId: string;
  readonly startDate: string | null;
  readonly startTime: string;
  /** Whether it is known when they are back. */
  readonly hasEnd: boolean;
  readonly endDate: string | null;
  readonly endTime: string;
  readonly note: string;
}

/** The moment from which a new one is, unless another is chosen. */
export interface Beginning {
  readonly userId?: string;
  readonly at: Date;
  readonly timezone: string;
}

const MIDNIGHT = '00:00';

/** A new one begins now, and its end is not known. */
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

/** As the server takes it; undefined while a date is missing. */
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

/** What keeps the form from being sent; one that is changed may have begun long ago. */
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
  return whatIsWrong(content, hasBegun ? content.startDate : today, others);
}
