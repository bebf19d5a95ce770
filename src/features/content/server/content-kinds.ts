import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { articles, playlists, videos } from '#database/schema/content.ts';
import { addressOf } from '#features/pictures/server.ts';
import type { Article, Playlist, Video } from '../contract.ts';
import { durationOf } from '../duration.ts';
import { musicPlayer, NO_MUSIC, NO_VIDEO, videoPlayer } from '../players.ts';
import { contentRefusal } from '../refusals.ts';
import { siteOf, type WebAddress, webAddress } from '../web-address.ts';
import type { Shelf } from './ordering.ts';
import { type About, askAboutMusic, askAboutVideo, NOTHING_KNOWN } from './providers.ts';
import type { Asking } from './thumbnails.ts';

/** What every kind of content has, by whatever name. */
export interface Entry {
  readonly title: string;
  readonly url: string;
}

/** What somebody wants of one: what is not named stays. */
export interface Change {
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly order?: number | undefined;
  /** What it was made from. */
  readonly version?: number | undefined;
}

export interface NewRow extends Entry {
  readonly id: string;
  readonly accountId: string;
  readonly order: number;
  readonly createdAt: Date;
}

/** What one kind of content has of its own, and by which names a new and a changed one come. */
export interface Kind<Item, New = Item, Changed = unknown> {
  readonly table: Shelf;
  /** What a thing is called that nobody gave a title. */
  readonly untitled: string;
  list(db: Db, accountId: string, id?: string): Promise<Item[]>;
  entryOf(given: New): Entry;
  changeOf(given: Changed): Change;
  /** The address as it is stored; throws a 400 for one that cannot be shown. */
  checked(url: string): string;
  /** What the provider says of it; never fails, and takes a few seconds at most. */
  ask(url: string, asking: Asking): Promise<About>;
  insert(db: Db, row: NewRow, about: About): Promise<unknown>;
  /** `about` is there when the address has changed or the provider was asked again. */
  change(db: Db, row: Pick<NewRow, 'id' | 'accountId'> & Entry, about?: About): Promise<unknown>;
  /** The pictures that only the thing itself names. */
  picturesOf(db: Db, accountId: string, id: string): Promise<string[]>;
}

export const videoKind: Kind<Video, Entry, Change> = {
  table: videos,
  untitled: 'Untitled Video',
  async list(db, accountId, id) {
    const rows = await db
      .select()
      .from(videos)
      .where(own(videos, accountId, id))
      .orderBy(asc(videos.order));
    return rows.map(({ thumbnail, ...row }) => ({
      ...row,
      thumbnailUrl: thumbnail === null ? null : addressOf(thumbnail),
    }));
  },
  entryOf: (entry) => entry,
  changeOf: (change) => change,
  checked: (url) => shown(url, videoPlayer(url) !== undefined, 'url', NO_VIDEO).href,
  ask: askAboutVideo,
  insert: (db, row, about) => db.insert(videos).values({ ...row, ...ofVideo(about) }),
  change: (db, { id, accountId, title, url }, about) =>
    db
      .update(videos)
      .set({
        title,
        url,
        ...(about === undefined ? {} : ofVideo(about)),
        version: raised(videos),
      })
      .where(own(videos, accountId, id)),
  async picturesOf(db, accountId, id) {
    const rows = await db
      .select({ thumbnail: videos.thumbnail })
      .from(videos)
      .where(own(videos, accountId, id));
    return rows.flatMap(({ thumbnail }) => thumbnail ?? []);
  },
};

type PlaylistEntry = Pick<Playlist, 'name' | 'spotifyUrl'>;
type PlaylistChange = Pick<Change, 'order' | 'version'> & {
  readonly [Field in keyof PlaylistEntry]?: string | undefined;
};

export const playlistKind: Kind<Playlist, PlaylistEntry, PlaylistChange> = {
  table: playlists,
  untitled: 'Untitled Playlist',
  list: (db, accountId, id) =>
    db
      .select()
      .from(playlists)
      .where(own(playlists, accountId, id))
      .orderBy(asc(playlists.order)),
  entryOf: ({ name, spotifyUrl }) => ({ title: name, url: spotifyUrl }),
  changeOf: ({ name, spotifyUrl, ...rest }) => ({ title: name, url: spotifyUrl, ...rest }),
  checked: (url) => shown(url, musicPlayer(url) !== undefined, 'spotifyUrl', NO_MUSIC).href,
  ask: askAboutMusic,
  insert: (db, { title, url, ...row }, { trackCount = null }) =>
    db.insert(playlists).values({ ...row, name: title, spotifyUrl: url, trackCount }),
  change: (db, { id, accountId, title, url }, about) =>
    db
      .update(playlists)
      .set({
        name: title,
        spotifyUrl: url,
        version: raised(playlists),
        ...(about === undefined ? {} : { trackCount: about.trackCount ?? null }),
      })
      .where(own(playlists, accountId, id)),
  picturesOf: async () => [],
};

const NO_ARTICLE =
  'This is no address of a web page. Paste one that begins with https://, as the browser shows it.';

export const articleKind: Kind<Article, Entry, Change> = {
  table: articles,
  untitled: 'Untitled Article',
  list: (db, accountId, id) =>
    db
      .select()
      .from(articles)
      .where(own(articles, accountId, id))
      .orderBy(asc(articles.order)),
  entryOf: (entry) => entry,
  changeOf: (change) => change,
  checked: (url) => shown(url, true, 'url', NO_ARTICLE).href,
  ask: async () => NOTHING_KNOWN,
  insert: (db, row) => db.insert(articles).values({ ...row, source: sourceOf(row.url) }),
  change: (db, { id, accountId, title, url }) =>
    db
      .update(articles)
      .set({ title, url, source: sourceOf(url), version: raised(articles) })
      .where(own(articles, accountId, id)),
  picturesOf: async () => [],
};

function raised({ version }: Shelf): SQL {
  return sql`${version} + 1`;
}

function own(shelf: Shelf, accountId: string, id: string | undefined): SQL | undefined {
  return and(eq(shelf.accountId, accountId), id === undefined ? undefined : eq(shelf.id, id));
}

function shown(url: string, isShown: boolean, field: string, sentence: string): WebAddress {
  const address = webAddress(url);
  if (isShown && address !== undefined) return address;
  throw contentRefusal('content-not-shown', sentence, { fields: { [field]: sentence } });
}

function ofVideo({ seconds, thumbnail }: About) {
  return { duration: durationOf(seconds), thumbnail: thumbnail?.filename ?? null };
}

function sourceOf(url: string): string {
  const address = webAddress(url);
  return address === undefined ? '' : siteOf(address);
}
