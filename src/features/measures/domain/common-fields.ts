import { z } from 'zod';
import { localDateInput } from '#platform/shared/date-input.ts';
import { version } from '#platform/shared/versions.ts';
import { MAX_CONCURRENT } from '../limits.ts';

/**
 * The fields that values and notes share: who entered them, who changed them, and whether they are
 * deleted.
 */
export const signed = {
  /** The person's name at that time. */
  personName: z.string(),
  /** The name of the person who last changed the entry; null if it is unchanged. */
  correctedBy: z.string().nullable(),
  isTakenBack: z.boolean(),
  version,
};

/** Filters of the lists; both local dates are inclusive. */
export const filter = {
  userId: z.uuid(),
  from: localDateInput(),
  to: localDateInput(),
  /** Cursor: the `id` of the last entry that was read. */
  before: z.uuid(),
  limit: z.coerce.number().int().min(1).max(MAX_CONCURRENT),
};
