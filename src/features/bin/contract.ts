import { z } from 'zod';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { instantInput } from '#platform/shared/date-input.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { MAX_CONCURRENT, MAX_PAGE_SIZE } from './limits.ts';
import { binRefusals } from './refusals.ts';

export const BIN_KINDS = [
  'person',
  'photo',
  'album',
  'video',
  'playlist',
  'article',
  'event',
  'medication',
] as const;

export type BinKind = (typeof BIN_KINDS)[number];

const binItem = z.object({
  /** The id that the item had before it was deleted. */
  id: z.string(),
  kind: z.enum(BIN_KINDS),
  name: z.string(),
  /** Additional text, such as the album of a photo or the dosage; may be empty. */
  detail: z.string(),
  /** Number of photos that are restored with an album; null for other kinds. */
  photos: z.int().nullable(),
  pictureUrl: z.string().nullable(),
  deletedAt: z.iso.datetime(),
  /** Name of the person at that time. */
  deletedBy: z.string(),
  /** When the item is erased automatically. */
  goesAt: z.iso.datetime(),
});

export type BinItem = z.output<typeof binItem>;

const chosen = z.object({ ids: z.array(z.uuid()).min(1).max(MAX_CONCURRENT) }).strict();

export const binCalls = {
  list: endpoint('GET /api/bin', {
    who: 'admin',
    summary: 'Lists the deleted items that can be restored, newest first; 50 by default.',
    query: z
      .object({
        limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(50),
        /** Cursor: `deletedAt` and `id` of the last item of the page before. */
        before: instantInput.optional(),
        beforeId: z.uuid().optional(),
      })
      .strict(),
    reply: z.array(binItem),
  }),
  picture: endpoint('GET /api/bin/{id}/picture', {
    who: 'admin',
    summary: 'Returns the picture of an item in the bin.',
    params: z.object({ id: z.uuid() }),
    file: true,
  }),
  restore: endpoint('POST /api/bin/restore', {
    who: 'admin',
    summary:
      'Restores items from the bin; returns their number, and notes about parts that were not restored.',
    body: chosen,
    reply: z.object({ restored: z.int(), notes: z.array(z.string()) }),
    refusals: some(binRefusals, 'not-in-bin'),
  }),
  erase: endpoint('POST /api/bin/delete', {
    who: 'admin',
    summary:
      'Permanently erases items in the bin; returns their number. Erasing a person requires the super_admin and a recent sign-in.',
    body: chosen,
    reply: z.object({ erased: z.int() }),
    refusals: {
      ...some(binRefusals, 'not-in-bin', 'people-stay'),
      ...some(sessionRefusals, 'confirm-password'),
    },
  }),
  empty: endpoint('POST /api/bin/empty', {
    who: 'admin',
    summary:
      'Permanently erases all items in the bin; returns their number. People stay unless the caller is the super_admin with a recent sign-in.',
    reply: z.object({ erased: z.int() }),
    refusals: some(sessionRefusals, 'confirm-password'),
  }),
};

export type BinCalls = typeof binCalls;
