import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { MAX_PILL_BYTES, TOO_LARGE } from './limits.ts';

export const pictureCalls = {
  uploadPillImage: endpoint('POST /api/upload-pill-image', {
    who: 'admin',
    summary: 'Takes the picture of a pill and answers the address that a medication keeps.',
    upload: {
      field: 'pill-image',
      mostBytes: MAX_PILL_BYTES,
      tooLarge: TOO_LARGE,
    },
    reply: z.object({ imageUrl: z.string() }),
    status: 201,
    invalidatesNothing: true,
    refusals: some(
      platformRefusals,
      'not-a-picture',
      'damaged-picture',
      'too-many-pixels',
      'try-again',
      'too-busy',
    ),
  }),
  show: endpoint('GET /uploads/{filename}', {
    who: 'user',
    summary: 'A picture of the household; its bytes never change.',
    // Accepts any text, because an invalid file name is answered with 404 like an unknown one.
    params: z.object({ filename: z.string() }),
    file: true,
    allowedInGrace: true,
  }),
};

export type PictureCalls = typeof pictureCalls;
