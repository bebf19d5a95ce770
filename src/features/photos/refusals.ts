import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const photoRefusals = {
  'photos-missing': { status: 400, sentence: 'Please choose a photo.' },
  'no-photo-taken': { status: 400 },
  'no-such-page': { status: 400, sentence: 'This page does not exist.' },
  'photo-already-there': { status: 409, sentence: 'This photo is already there.' },
  'photos-full': { status: 409 },
  'photo-bytes-full': { status: 409 },
  'albums-full': { status: 409 },
  'unreadable-photo': { status: 415 },
  'no-such-upload': { status: 404, sentence: 'This photo is not on its way any more.' },
  'uploads-full': { status: 409, sentence: 'Too many photos are on their way.' },
  'wrong-offset': { status: 409, sentence: 'Another piece of this photo is the next.' },
  'wrong-piece': { status: 400, sentence: 'This is no piece of this photo.' },
  'photo-damaged': {
    status: 409,
    sentence: 'This photo did not arrive as it was sent. Please try again.',
  },
} as const satisfies RefusalKinds;

export const photoRefusal = refusalsOf(photoRefusals);
