import { z } from 'zod';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { photoRefusals } from './refusals.ts';

/** Why one photo of several is not taken; documented, and as any refusal no matter of the schema. */
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
      kitRefusals,
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

/** One photo of several that was not taken. */
export const rejectedPhoto = z.object({
  name: z.string(),
  error: z.string(),
  code: rejectedCode,
  /** The photo that is the same, where it is there already. */
  id: z.string().optional(),
});
