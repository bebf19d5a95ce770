import { addressOf } from '#features/pictures/server.ts';
import type { Outbound } from '#platform/server/outbound/fetch.ts';
import type { Article, ContentKind, Playlist, Video } from '../contract.ts';
import { durationOf } from '../domain/duration.ts';
import { musicPlayer, NO_MUSIC, NO_VIDEO, videoPlayer } from '../domain/players.ts';
import { siteOf, type WebAddress, webAddress } from '../domain/web-address.ts';
import { contentRefusal } from '../refusals.ts';
import type { ContentRow, EnteredDetails, Found } from './content-rows.ts';
import { fetchPageDetails } from './fetch-page-details.ts';
import { pastedAddress } from './pasted-address.ts';
import { type About, askAbout } from './providers.ts';
import { isShortLink, readShortLink, SHORT_LINK_UNREAD } from './short-links.ts';
import type { Asking } from './thumbnails.ts';

/** The fields that all kinds share. */
export interface Entry {
  readonly title: string;
  readonly url: string;
}

/** A change of an entry; undefined fields keep their value. */
export interface Change extends EnteredDetails {
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly order?: number | undefined;
  /** The version from which the change was made. */
  readonly version?: number | undefined;
}

/** The differences between the kinds, and the mapping of their field names. */
export interface Kind<Item, New, Changed> {
  readonly kind: ContentKind;
  /** The title of an entry without one. */
  readonly untitled: string;
  itemOf(row: ContentRow): Item;
  newOf(given: New): Entry & EnteredDetails;
  changeOf(given: Changed): Change;
  /**
   * Returns the URL in the pasted text; resolves a short link at its service. Throws a 400 refusal
   * if that fails.
   */
  resolved(pasted: string, outside: Outbound): Promise<string>;
  /** Returns the URL to store; throws a 400 refusal if it has no player. */
  checked(url: string): string;
  /** Asks the provider for details; never throws, and takes a few seconds at most. */
  ask(url: string, asking: Asking): Promise<About>;
  /** Returns the details that are stored for this kind. */
  keeps(about: About, url: string): Partial<Found>;
}

/**
 * The functions for kinds whose fields are named `title` and `url`, and which have no short links.
 */
const ITS_OWN_NAMES = {
  itemOf: withPicture,
  newOf: (given: Entry & EnteredDetails) => given,
  changeOf: (change: Change) => change,
  resolved: async (pasted: string) => pastedAddress(pasted),
};

export const videoKind: Kind<Video, Entry & EnteredDetails, Change> = {
  kind: 'videos',
  untitled: 'Untitled Video',
  ...ITS_OWN_NAMES,
  checked: (url) => shown(url, videoPlayer(url) !== undefined, 'url', NO_VIDEO).href,
  ask: (url, asking) => askAbout(videoPlayer(url), url, asking),
  keeps: ({ seconds }) => ({ duration: durationOf(seconds) }),
};

interface PlaylistFields extends EnteredDetails {
  readonly name: string;
  readonly spotifyUrl: string;
}
type PlaylistChange = Pick<Change, 'order' | 'version'> & {
  readonly [Field in keyof PlaylistFields]?: PlaylistFields[Field] | undefined;
};

export const playlistKind: Kind<Playlist, PlaylistFields, PlaylistChange> = {
  kind: 'playlists',
  untitled: 'Untitled Playlist',
  itemOf: (row) => ({ ...withPicture(row), name: row.title, spotifyUrl: row.url }),
  newOf: ({ name, spotifyUrl, ...rest }) => ({ title: name, url: spotifyUrl, ...rest }),
  changeOf: ({ name, spotifyUrl, ...rest }) => ({ title: name, url: spotifyUrl, ...rest }),
  async resolved(pasted, outside) {
    const url = pastedAddress(pasted);
    const whole = isShortLink(url) ? await readShortLink(url, outside) : url;
    if (whole === undefined) throw notShown('spotifyUrl', SHORT_LINK_UNREAD);
    return whole;
  },
  checked: (url) => shown(url, musicPlayer(url) !== undefined, 'spotifyUrl', NO_MUSIC).href,
  ask: (url, asking) => askAbout(musicPlayer(url), url, asking),
  keeps: ({ trackCount = null }) => ({ trackCount }),
};

const NO_ARTICLE =
  'This is no address of a web page. Paste one that begins with https://, as the browser shows it.';

export const articleKind: Kind<Article, Entry, Change> = {
  kind: 'articles',
  untitled: 'Untitled Article',
  ...ITS_OWN_NAMES,
  checked: (url) => shown(url, true, 'url', NO_ARTICLE).href,
  ask: fetchPageDetails,
  // The name of the page's site, or its host.
  keeps: ({ siteName }, url) => ({ source: siteName ?? hostOf(url) }),
};

/** The kinds with entries from earlier versions that have no picture yet. */
export const LATE_KINDS = [playlistKind, articleKind] as const;

/** Returns the columns of the details from a provider. */
export function foundOf(
  { keeps }: Pick<Kind<never, never, never>, 'keeps'>,
  about: About,
  url: string,
): Found {
  const thumbnail = about.thumbnail?.filename ?? null;
  return { duration: null, trackCount: null, source: '', thumbnail, ...keeps(about, url) };
}

function withPicture({ thumbnail, ...row }: ContentRow) {
  return { ...row, thumbnailUrl: thumbnail === null ? null : addressOf(thumbnail) };
}

function shown(url: string, isShown: boolean, field: string, sentence: string): WebAddress {
  const address = webAddress(url);
  if (isShown && address !== undefined) return address;
  throw notShown(field, sentence);
}

function notShown(field: string, sentence: string) {
  return contentRefusal('content-not-shown', sentence, { fields: { [field]: sentence } });
}

function hostOf(url: string): string {
  const address = webAddress(url);
  return address === undefined ? '' : siteOf(address);
}
