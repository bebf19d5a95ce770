import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { photo } from './contract.ts';
import { LONGEST_CAPTION, LONGEST_UPLOAD_KEY, MOST_PHOTO_BYTES, TOO_LARGE } from './limits.ts';
import { LARGEST_PIECE } from './pieces.ts';
import { photoRefusals } from './refusals.ts';

const key = z.string().min(1).max(LONGEST_UPLOAD_KEY);

const ofUpload = z.object({ key });

/** How many bytes are safe, from the first: the next piece begins there. */
const reached = z.object({ offset: z.int() });

/** A photo that comes in pieces, so that a line that breaks cuts off one of them alone. */
export const photoUploadCalls = {
  begin: endpoint('POST /api/photo-albums/{albumId}/uploads', {
    who: 'admin',
    summary:
      'Begins a photo that comes in pieces, or goes on with the one of that key; answers where.',
    params: z.object({ albumId: z.uuid() }),
    body: z
      .object({
        /** Made by the device, another one for each photo that it sends. */
        key,
        name: z.string().max(1000),
        bytes: z.int().min(1).max(MOST_PHOTO_BYTES, TOO_LARGE),
        /** Of the whole file, in hexadecimal digits. */
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      })
      .strict(),
    reply: reached,
    refusals: {
      ...some(photoRefusals, 'photo-already-there', 'photos-full', 'photo-bytes-full'),
      ...some(photoRefusals, 'uploads-full'),
      ...some(kitRefusals, 'try-again'),
    },
    invalidatesNothing: true,
  }),
  addPiece: endpoint('PUT /api/photo-uploads/{key}/piece', {
    who: 'admin',
    summary:
      'Takes the piece that begins at `start`; refused with the right offset when it is another.',
    params: ofUpload,
    query: z.object({ start: z.coerce.number().int().min(0).max(MOST_PHOTO_BYTES) }).strict(),
    upload: { field: 'piece', mostBytes: LARGEST_PIECE, tooLarge: 'This piece is too large.' },
    reply: reached,
    refusals: {
      ...some(photoRefusals, 'no-such-upload', 'wrong-offset', 'wrong-piece'),
      ...some(photoRefusals, 'photos-full', 'photo-bytes-full', 'uploads-full'),
    },
    invalidatesNothing: true,
  }),
  finish: endpoint('POST /api/photo-uploads/{key}/photo', {
    who: 'admin',
    summary: 'Makes a photo of all pieces; asked again, answers the same one, null when deleted.',
    params: ofUpload,
    body: z
      .object({ caption: z.string().trim().max(LONGEST_CAPTION, 'That is too long.') })
      .strict(),
    reply: z.object({ photo: photo.nullable() }),
    refusals: {
      ...some(photoRefusals, 'no-such-upload', 'wrong-offset', 'photo-damaged'),
      ...some(photoRefusals, 'photo-already-there', 'photos-full', 'photo-bytes-full'),
      ...some(photoRefusals, 'unreadable-photo'),
      ...some(kitRefusals, 'too-many-pixels', 'try-again', 'too-busy'),
    },
  }),
  stop: endpoint('DELETE /api/photo-uploads/{key}', {
    who: 'admin',
    summary: 'Gives up a photo that comes in pieces, and removes them.',
    params: ofUpload,
    refusals: some(photoRefusals, 'no-such-upload'),
    invalidatesNothing: true,
  }),
};

export type PhotoUploadCalls = typeof photoUploadCalls;
