import { z } from 'zod';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { photoRefusals } from '../refusals.ts';

/**
 * Reason why a photo was rejected. The schema accepts any string; the known values are listed only
 * for the documentation, as for all errors.
 */
const rejectedCode = z.string().meta({
  enum: Object.keys({
    ...some(
      photoRefusals,
      'photo-already-there',
      'photos-full',
      'photo-bytes-full',
      'unreadable-photo',
    ),
    ...some(
      platformRefusals,
      'too-large',
      'too-many-files',
      'too-many-pixels',
      'invalid-form',
      'too-busy',
      'try-again',
      'no-room',
    ),
  }),
});

/** A rejected photo of an upload with several. */
export const rejectedPhoto = z.object({
  name: z.string(),
  error: z.string(),
  code: rejectedCode,
  /** Id of the existing equal photo, if any. */
  id: z.string().optional(),
});
