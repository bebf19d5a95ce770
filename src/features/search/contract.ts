import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { typedWords } from './typed.ts';

/** What can be found, in the order of the answer. */
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

/** The most of one kind that one answer has. */
export const MOST_OF_A_KIND = 20;

const found = z.object({
  kind: z.enum(FOUND_KINDS),
  id: z.uuid(),
  title: z.string(),
  /** A dosage, or the name of the album that a photo is in; empty where there is none. */
  detail: z.string(),
  /** Of a photo: the album that it is in. */
  albumId: z.uuid().nullable(),
  /** Local date of an event that happens once. */
  date: z.iso.date().nullable(),
});

export type Found = z.output<typeof found>;

export const searchCalls = {
  find: endpoint('GET /api/search', {
    who: 'admin',
    summary: `People, medications, events, albums, photos and content in which each typed word stands; at most ${MOST_OF_A_KIND} of each.`,
    query: z.object({ q: typedWords }).strict(),
    reply: z.object({ found: z.array(found) }),
  }),
};

export type SearchCalls = typeof searchCalls;
