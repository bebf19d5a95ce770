import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#database/connect.ts';
import { articles, playlists, videos } from '#database/schema/content.ts';
import { addressOf } from '#features/pictures/server.ts';
import type { Article, Playlist, Video } from '../contract.ts';
import { durationOf, secondsOf } from '../duration.ts';
import { musicPlayer, NO_MUSIC, NO_VIDEO, videoPlayer } from '../players.ts';
import { contentRefusal } from '../refusals.ts';
import { siteOf, type WebAddress, webAddress } from '../web-address.ts';
import { askAboutPage } from './ask-page.ts';
import type { Shelf } from './ordering.ts';
import { type About, askAboutMusic, askAboutVideo } from './providers.ts';
import type { Asking } from './thumbnails.ts';

/** What every kind of content has, by whatever name. */
export interface Entry {
  readonly title: string;
  readonly url: string;
}

/** What the family says of a thing itself; null takes it back, and what is not there stays. */
export interface Given {
  readonly duration?: string | null | undefined;
  readonly trackCount?: number | null | undefined;
}

/** What somebody wants of one: what is not named stays. */
export interface Change extends Given {
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly order?: number | undefined;
  /** What it was made from. */
  readonly version?: number | undefined;
}

/** What was found out about a thing that is there already. */
export interface News {
  readonly about: About;
  /** Of another address: nothing that was known of the old one holds. */
  readonly isOther: boolean;
}

export interface NewRow extends Entry {
  readonly id: string;
  readonly accountId: string;
  readonly order: number;
  readonly createdAt: Date;
  readonly given: Given;
}

/** What one kind of content has of its own. */
export interface Kind<Item> {
  readonly table: Shelf;
  /** What a thing is called that nobody gave a title. */
  readonly untitled: string;
  list(db: Db, accountId: string, id?: string): Promise<Item[]>;
  entryOf(item: Item): Entry;
  /** The address as it is stored; throws a 400 for one that cannot be shown. */
  checked(url: string): string;
  /** What the provider says of it; never fails, and takes a few seconds at most. */
  ask(url: string, asking: Asking): Promise<About>;
  insert(db: Db, row: NewRow, about: About): Promise<unknown>;
  /** `news` are there when the address has changed or the provider was asked again. */
  change(
    db: Db,
    row: Pick<NewRow, 'id' | 'accountId' | 'given'> & Entry,
    news?: News,
  ): Promise<unknown>;
}

/** A kind of which some were added before anybody asked for their pictures. */
export interface LateKind {
  readonly name: string;
  readonly table: typeof playlists | typeof articles;
  readonly url: PgColumn;
  ask(url: string, asking: Asking): Promise<About>;
  /** What is written of what was said, beside the picture; what the family gave stays. */
  kept(about: About): object;
}

/** By which names a new and a changed one come. */
export interface CalledKind<Item, New, Changed> extends Kind<Item> {
  newOf(given: New): Entry & Given;
  changeOf(given: Changed): Change;
}

/** Of a kind whose calls say title and url, as everything here does. */
const ITS_OWN_NAMES = {
  entryOf: ({ title, url }: Entry): Entry => ({ title, url }),
  newOf: (given: Entry & Given) => given,
  changeOf: (change: Change) => change,
};

export const videoKind: CalledKind<Video, Entry & Given, Change> = {
  table: videos,
  untitled: 'Untitled Video',
  async list(db, accountId, id) {
    const rows = await db
      .select()
      .from(videos)
      .where(own(videos, accountId, id))
      .orderBy(asc(videos.order));
    return rows.map(withPicture);
  },
  ...ITS_OWN_NAMES,
  checked: (url) => shown(url, videoPlayer(url) !== undefined, 'url', NO_VIDEO).href,
  ask: askAboutVideo,
  insert: (db, { given, ...row }, about) =>
    db.insert(videos).values({
      ...row,
      duration: written(given.duration) ?? durationOf(about.seconds),
      thumbnail: pictureOf(about),
    }),
  change: (db, { id, accountId, title, url, given }, news) =>
    db
      .update(videos)
      .set({
        title,
        url,
        ...(news && {
          duration: orKept(videos.duration, durationOf(news.about.seconds), news),
          thumbnail: pictureOf(news.about),
        }),
        ...(given.duration !== undefined && { duration: written(given.duration) }),
        version: raised(videos),
      })
      .where(own(videos, accountId, id)),
};

interface PlaylistFields extends Given {
  readonly name: string;
  readonly spotifyUrl: string;
}
type PlaylistChange = Pick<Change, 'order' | 'version'> & {
  readonly [Field in keyof PlaylistFields]?: PlaylistFields[Field] | undefined;
};

export const playlistKind: CalledKind<Playlist, PlaylistFields, PlaylistChange> = {
  table: playlists,
  untitled: 'Untitled Playlist',
  async list(db, accountId, id) {
    const rows = await db
      .select()
      .from(playlists)
      .where(own(playlists, accountId, id))
      .orderBy(asc(playlists.order));
    return rows.map(withPicture);
  },
  entryOf: ({ name, spotifyUrl }) => ({ title: name, url: spotifyUrl }),
  newOf: ({ name, spotifyUrl, ...rest }) => ({ title: name, url: spotifyUrl, ...rest }),
  changeOf: ({ name, spotifyUrl, ...rest }) => ({ title: name, url: spotifyUrl, ...rest }),
  checked: (url) => shown(url, musicPlayer(url) !== undefined, 'spotifyUrl', NO_MUSIC).href,
  ask: askAboutMusic,
  insert: (db, { title, url, given, ...row }, about) =>
    db.insert(playlists).values({
      ...row,
      name: title,
      spotifyUrl: url,
      trackCount: given.trackCount ?? about.trackCount ?? null,
      ...pictured(about),
    }),
  change: (db, { id, accountId, title, url, given }, news) =>
    db
      .update(playlists)
      .set({
        name: title,
        spotifyUrl: url,
        ...(news && {
          trackCount: orKept(playlists.trackCount, news.about.trackCount ?? null, news),
          ...pictured(news.about),
        }),
        ...(given.trackCount !== undefined && { trackCount: given.trackCount }),
        version: raised(playlists),
      })
      .where(own(playlists, accountId, id)),
};

const NO_ARTICLE =
  'This is no address of a web page. Paste one that begins with https://, as the browser shows it.';

export const articleKind: CalledKind<Article, Entry, Change> = {
  table: articles,
  untitled: 'Untitled Article',
  async list(db, accountId, id) {
    const rows = await db
      .select()
      .from(articles)
      .where(own(articles, accountId, id))
      .orderBy(asc(articles.order));
    return rows.map(withPicture);
  },
  ...ITS_OWN_NAMES,
  checked: (url) => shown(url, true, 'url', NO_ARTICLE).href,
  ask: askAboutPage,
  insert: (db, { given: _, ...row }, about) =>
    db.insert(articles).values({ ...row, ...ofPage(row.url, about) }),
  change: (db, { id, accountId, title, url }, news) =>
    db
      .update(articles)
      .set({ title, url, ...(news && ofPage(url, news.about)), version: raised(articles) })
      .where(own(articles, accountId, id)),
};

export const LATE_KINDS: readonly LateKind[] = [
  {
    name: 'playlists',
    table: playlists,
    url: playlists.spotifyUrl,
    ask: askAboutMusic,
    kept: ({ trackCount }) =>
      trackCount === undefined
        ? {}
        : { trackCount: sql`coalesce(${playlists.trackCount}, ${trackCount})` },
  },
  {
    name: 'articles',
    table: articles,
    url: articles.url,
    ask: askAboutPage,
    kept: ({ siteName }) => (siteName === undefined ? {} : { source: siteName }),
  },
];

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

/** One way of writing it, whoever wrote it. */
function written(duration: string | null | undefined): string | null {
  return durationOf(secondsOf(duration ?? ''));
}

/** What is known of the same address holds against what its provider says now. */
function orKept(column: PgColumn, said: string | number | null, { isOther }: News): SQL {
  return isOther ? sql`${said}` : sql`coalesce(${column}, ${said})`;
}

function withPicture<Row extends { thumbnail: string | null }>({ thumbnail, ...row }: Row) {
  return { ...row, thumbnailUrl: thumbnail === null ? null : addressOf(thumbnail) };
}

/** Whoever was asked when it was added, or changed, is not asked again by itself. */
function pictured(about: About) {
  return { thumbnail: pictureOf(about), askAt: null };
}

function pictureOf({ thumbnail }: About): string | null {
  return thumbnail?.filename ?? null;
}

/** Whose a page is, as its site calls itself, else by its host. */
function ofPage(url: string, about: About) {
  const address = webAddress(url);
  const host = address === undefined ? '' : siteOf(address);
  return { source: about.siteName ?? host, ...pictured(about) };
}
