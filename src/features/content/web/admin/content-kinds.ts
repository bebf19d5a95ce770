import { callersOf } from '#platform/web/api.ts';
import type { Article, ContentCalls, ContentKind, Playlist, Video } from '../../contract.ts';
import { trackCountOf } from '../../domain/track-count.ts';

/** The values of the form; each kind maps them to its own field names. */
export interface Entry {
  readonly title: string;
  readonly url: string;
  /** The duration of a video or the number of tracks of a playlist; '' if unknown. */
  readonly detail: string;
}

/** One entry of a list, of any kind. */
export interface ShelfItem extends Entry {
  readonly id: string;
  readonly order: number;
  readonly thumbnailUrl?: string | null;
  readonly version: number;
}

/** The changed fields, and the version from which they were changed. */
export type EntryChange = Partial<Entry> & { readonly version: number };

type OfOne = { readonly params: { readonly id: string } };

/** The endpoints of one kind with common field names. */
interface Callers {
  add(input: { body: Entry }): Promise<unknown>;
  update(input: OfOne & { body: EntryChange | { order: number } }): Promise<unknown>;
  remove(input: OfOne): Promise<unknown>;
}

const videos = callersOf<ContentCalls['videos']>()({
  add: 'POST /api/videos',
  update: 'PUT /api/videos/{id}',
  remove: 'DELETE /api/videos/{id}',
});
const articles = callersOf<ContentCalls['articles']>()({
  add: 'POST /api/articles',
  update: 'PUT /api/articles/{id}',
  remove: 'DELETE /api/articles/{id}',
});
const playlists = callersOf<ContentCalls['playlists']>()({
  add: 'POST /api/playlists',
  update: 'PUT /api/playlists/{id}',
  remove: 'DELETE /api/playlists/{id}',
});

export const SHELVES: Readonly<Record<ContentKind, Callers>> = {
  videos: {
    add: ({ body: { title, url, detail } }) =>
      videos.add({ body: { title, url, ...durationIn(detail) } }),
    update: ({ params, body }) => videos.update({ params, body: asVideo(body) }),
    remove: videos.remove,
  },
  playlists: {
    add: ({ body: { title, url, detail } }) =>
      playlists.add({ body: { name: title, spotifyUrl: url, ...trackCountIn(detail) } }),
    update: ({ params, body }) => playlists.update({ params, body: asPlaylist(body) }),
    remove: playlists.remove,
  },
  articles: {
    add: ({ body: { title, url } }) => articles.add({ body: { title, url } }),
    update: ({ params, body }) => articles.update({ params, body: asArticle(body) }),
    remove: articles.remove,
  },
};

type Written = Partial<EntryChange> & { readonly order?: number };

function asVideo({ detail, ...rest }: Written) {
  return { ...rest, ...durationIn(detail) };
}

function asPlaylist({ title, url, detail, ...rest }: Written) {
  return {
    ...(title === undefined ? {} : { name: title }),
    ...(url === undefined ? {} : { spotifyUrl: url }),
    ...trackCountIn(detail),
    ...rest,
  };
}

function asArticle({ detail: _, ...rest }: Written) {
  return rest;
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
