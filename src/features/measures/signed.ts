import { z } from 'zod';
import { localDateInput } from '#kit/shared/date-input.ts';
import { version } from '#kit/shared/versions.ts';
import { MOST_AT_ONCE } from './limits.ts';

/** What a value and a note have in common on the wire: who said it, and what became of it. */
export const signed = {
  /** As they were called then. */
  personName: z.string(),
  /** Who changed it last; null when nobody has. */
  correctedBy: z.string().nullable(),
  isTakenBack: z.boolean(),
  version,
};

/** By what a list of them is narrowed down; the local dates are both inclusive. */
export const filter = {
  userId: z.uuid(),
  from: localDateInput(),
  to: localDateInput(),
  /** Those before this one: the `id` of the last one read. */
  before: z.uuid(),
  limit: z.coerce.number().int().min(1).max(MOST_AT_ONCE),
};
