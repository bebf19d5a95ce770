import { callersOf } from '#kit/web/api.ts';
import type { Article, ContentCalls, Playlist, Video } from '../../contract.ts';

/** The three kinds of content, by the word of their address. */
export type ShelfKind = 'videos' | 'playlists' | 'articles';

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

const calls = callersOf<ContentCalls>()({
  addVideo: 'POST /api/videos',
  updateVideo: 'PUT /api/videos/{id}',
  removeVideo: 'DELETE /api/videos/{id}',
  addPlaylist: 'POST /api/playlists',
  updatePlaylist: 'PUT /api/playlists/{id}',
  removePlaylist: 'DELETE /api/playlists/{id}',
  addArticle: 'POST /api/articles',
  updateArticle: 'PUT /api/articles/{id}',
  removeArticle: 'DELETE /api/articles/{id}',
});

const of = (id: string) => ({ params: { id } });

export const SHELVES: Readonly<Record<ShelfKind, ShelfCalls>> = {
  videos: {
    add: (body) => calls.addVideo({ body }),
    update: (id, body) => calls.updateVideo({ ...of(id), body }),
    move: (id, order) => calls.updateVideo({ ...of(id), body: { order } }),
    remove: (id) => calls.removeVideo(of(id)),
  },
  playlists: {
    add: (entry) => calls.addPlaylist({ body: asPlaylist(entry) }),
    update: (id, { title, url, version }) =>
      calls.updatePlaylist({
        ...of(id),
        body: {
          ...(title === undefined ? {} : { name: title }),
          ...(url === undefined ? {} : { spotifyUrl: url }),
          version,
        },
      }),
    move: (id, order) => calls.updatePlaylist({ ...of(id), body: { order } }),
    remove: (id) => calls.removePlaylist(of(id)),
  },
  articles: {
    add: (body) => calls.addArticle({ body }),
    update: (id, body) => calls.updateArticle({ ...of(id), body }),
    move: (id, order) => calls.updateArticle({ ...of(id), body: { order } }),
    remove: (id) => calls.removeArticle(of(id)),
  },
};

function asPlaylist({ title, url }: Entry) {
  return { name: title, spotifyUrl: url };
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
