import { callersOf } from '#kit/web/api.ts';
import type { ContentCalls, ContentKind, Playlist } from '../../contract.ts';

/** What a caregiver writes of one thing, whatever its fields are called. */
export interface Entry {
  readonly title: string;
  readonly url: string;
}

/** One thing in the list, of whatever kind. */
export interface ShelfItem extends Entry {
  readonly id: string;
  readonly order: number;
  readonly thumbnailUrl?: string | null;
  readonly version: number;
}

/** What was changed of a thing, and the version it was changed from. */
export type EntryChange = Partial<Entry> & { readonly version: number };

type OfOne = { readonly params: { readonly id: string } };

/** The callers of one kind, by the names that all kinds share. */
interface Callers {
  add(input: { body: Entry }): Promise<unknown>;
  update(input: OfOne & { body: EntryChange | { order: number } }): Promise<unknown>;
  remove(input: OfOne): Promise<unknown>;
}

const playlists = callersOf<ContentCalls['playlists']>()({
  add: 'POST /api/playlists',
  update: 'PUT /api/playlists/{id}',
  remove: 'DELETE /api/playlists/{id}',
});

export const SHELVES: Readonly<Record<ContentKind, Callers>> = {
  videos: callersOf<ContentCalls['videos']>()({
    add: 'POST /api/videos',
    update: 'PUT /api/videos/{id}',
    remove: 'DELETE /api/videos/{id}',
  }),
  playlists: {
    add: ({ body: { title, url } }) => playlists.add({ body: { name: title, spotifyUrl: url } }),
    update: ({ params, body }) => playlists.update({ params, body: asPlaylist(body) }),
    remove: playlists.remove,
  },
  articles: callersOf<ContentCalls['articles']>()({
    add: 'POST /api/articles',
    update: 'PUT /api/articles/{id}',
    remove: 'DELETE /api/articles/{id}',
  }),
};

function asPlaylist({ title, url, ...rest }: Partial<EntryChange> & { order?: number }) {
  return {
    ...(title === undefined ? {} : { name: title }),
    ...(url === undefined ? {} : { spotifyUrl: url }),
    ...rest,
  };
}

export function playlistItem({ id, name, spotifyUrl, order, version }: Playlist): ShelfItem {
  return { id, title: name, url: spotifyUrl, order, version };
}
