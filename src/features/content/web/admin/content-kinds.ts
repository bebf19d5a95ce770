import { callersOf } from '#kit/web/api.ts';
import type { Article, ContentCalls, ContentKind, Playlist, Video } from '../../contract.ts';

/** What a caregiver writes of one thing, whatever its fields are called. */
export interface Entry {
  readonly title: string;
  readonly url: string;
}

/** One thing in the list, of whatever kind. */
export interface ShelfItem extends Entry {
  readonly id: string;
  readonly order: number;
  readonly thumbnailUrl: string | null;
  readonly version: number;
}

/** What was changed of a thing, and the version it was changed from. */
export type EntryChange = Partial<Entry> & { readonly version: number };

/** What can be done with the things of one kind. */
interface ShelfCalls {
  add(entry: Entry): Promise<unknown>;
  update(id: string, change: EntryChange): Promise<unknown>;
  move(id: string, order: number): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}

type Place = { readonly params: { readonly id: string } };

/** The callers of one kind, by the names that all kinds share. */
interface Callers {
  add(input: { body: Entry }): Promise<unknown>;
  update(input: Place & { body: EntryChange | { order: number } }): Promise<unknown>;
  remove(input: Place): Promise<unknown>;
}

function shelf({ add, update, remove }: Callers): ShelfCalls {
  const of = (id: string) => ({ params: { id } });
  return {
    add: (body) => add({ body }),
    update: (id, body) => update({ ...of(id), body }),
    move: (id, order) => update({ ...of(id), body: { order } }),
    remove: (id) => remove(of(id)),
  };
}

const playlists = callersOf<ContentCalls['playlists']>()({
  add: 'POST /api/playlists',
  update: 'PUT /api/playlists/{id}',
  remove: 'DELETE /api/playlists/{id}',
});

export const SHELVES: Readonly<Record<ContentKind, ShelfCalls>> = {
  videos: shelf(
    callersOf<ContentCalls['videos']>()({
      add: 'POST /api/videos',
      update: 'PUT /api/videos/{id}',
      remove: 'DELETE /api/videos/{id}',
    }),
  ),
  playlists: shelf({
    add: ({ body: { title, url } }) => playlists.add({ body: { name: title, spotifyUrl: url } }),
    update: ({ params, body }) => playlists.update({ params, body: asPlaylist(body) }),
    remove: playlists.remove,
  }),
  articles: shelf(
    callersOf<ContentCalls['articles']>()({
      add: 'POST /api/articles',
      update: 'PUT /api/articles/{id}',
      remove: 'DELETE /api/articles/{id}',
    }),
  ),
};

function asPlaylist({ title, url, ...rest }: Partial<EntryChange> & { order?: number }) {
  return {
    ...(title === undefined ? {} : { name: title }),
    ...(url === undefined ? {} : { spotifyUrl: url }),
    ...rest,
  };
}

export function videoItem({ id, title, url, order, thumbnailUrl, version }: Video): ShelfItem {
  return { id, title, url, order, thumbnailUrl, version };
}

export function playlistItem({ id, name, spotifyUrl, order, version }: Playlist): ShelfItem {
  return { id, title: name, url: spotifyUrl, order, thumbnailUrl: null, version };
}

export function articleItem({ id, title, url, order, version }: Article): ShelfItem {
  return { id, title, url, order, thumbnailUrl: null, version };
}
