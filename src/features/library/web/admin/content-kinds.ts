import { callersOf } from '#kit/web/api.ts';
import type { Article, LibraryCalls, Playlist, Video } from '../../contract.ts';
import { trackCountOf } from '../../track-count.ts';

/** The three kinds of content, by the word of their address. */
export type ShelfKind = 'videos' | 'playlists' | 'articles';

/** What a caregiver writes of one thing, whatever its fields are called. */
export interface Entry {
  readonly title: string;
  readonly url: string;
  /** The length of a video, the number of tracks of a playlist; '' where nobody says it. */
  readonly detail: string;
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

const calls = callersOf<LibraryCalls>()({
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
    add: ({ detail, ...body }) => calls.addVideo({ body: { ...body, ...durationIn(detail) } }),
    update: (id, { detail, ...body }) =>
      calls.updateVideo({ ...of(id), body: { ...body, ...durationIn(detail) } }),
    move: (id, order) => calls.updateVideo({ ...of(id), body: { order } }),
    remove: (id) => calls.removeVideo(of(id)),
  },
  playlists: {
    add: (entry) => calls.addPlaylist({ body: asPlaylist(entry) }),
    update: (id, { title, url, detail, version }) =>
      calls.updatePlaylist({
        ...of(id),
        body: {
          ...(title === undefined ? {} : { name: title }),
          ...(url === undefined ? {} : { spotifyUrl: url }),
          ...trackCountIn(detail),
          version,
        },
      }),
    move: (id, order) => calls.updatePlaylist({ ...of(id), body: { order } }),
    remove: (id) => calls.removePlaylist(of(id)),
  },
  articles: {
    add: ({ detail: _, ...body }) => calls.addArticle({ body }),
    update: (id, { detail: _, ...body }) => calls.updateArticle({ ...of(id), body }),
    move: (id, order) => calls.updateArticle({ ...of(id), body: { order } }),
    remove: (id) => calls.removeArticle(of(id)),
  },
};

function asPlaylist({ title, url, detail }: Entry) {
  return { name: title, spotifyUrl: url, ...trackCountIn(detail) };
}

function durationIn(detail: string | undefined) {
  return detail === undefined ? {} : { duration: detail === '' ? null : detail };
}

function trackCountIn(detail: string | undefined) {
  return detail === undefined ? {} : { trackCount: trackCountOf(detail) ?? null };
}

export function videoItem({ duration, ...video }: Video): ShelfItem {
  const { id, title, url, order, thumbnailUrl, version } = video;
  return { id, title, url, detail: duration ?? '', order, thumbnailUrl, version };
}

export function playlistItem({ trackCount, ...playlist }: Playlist): ShelfItem {
  const { id, name, spotifyUrl, order, thumbnailUrl, version } = playlist;
  const detail = trackCount === null ? '' : String(trackCount);
  return { id, title: name, url: spotifyUrl, detail, order, thumbnailUrl, version };
}

export function articleItem({ id, title, url, order, thumbnailUrl, version }: Article): ShelfItem {
  return { id, title, url, detail: '', order, thumbnailUrl, version };
}
