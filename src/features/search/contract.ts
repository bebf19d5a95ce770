import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { typedWords } from './domain/typed.ts';

/** The kinds of results, in the order of the response. */
export const FOUND_KINDS = [
  'person',
  'medication',
  'event',
  'album',
  'photo',
  'video',
  'playlist',
  'article',
] as const;

export const MAX_PER_KIND = 20;

const found = z.object({
  kind: z.enum(FOUND_KINDS),
  id: z.uuid(),
  title: z.string(),
  /** A dosage, or the album of a photo; empty for other kinds. */
  detail: z.string(),
  /** The album of a photo. */
  albumId: z.uuid().nullable(),
  /** Local date of an event that happens once. */
  date: z.iso.date().nullable(),
});

export type Found = z.output<typeof found>;

export const searchCalls = {
  find: endpoint('GET /api/search', {
    who: 'admin',
    summary: `People, medications, events, albums, photos and content that contain each typed word; at most ${MAX_PER_KIND} of each kind.`,
    query: z.object({ q: typedWords }).strict(),
    reply: z.object({ found: z.array(found) }),
  }),
};

export type SearchCalls = typeof searchCalls;
