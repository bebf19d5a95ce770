import type { ContentKind } from '../../contract.ts';
import { secondsOf, WRONG_DURATION } from '../../domain/duration.ts';
import { trackCountOf, tracksOf, WRONG_TRACK_COUNT } from '../../domain/track-count.ts';
import type { Entry } from './content-kinds.ts';

/** The texts of the field that the family fills in if the provider does not report the value. */
interface DetailMessage {
  readonly label: string;
  readonly help: string;
  readonly placeholder: string;
  /** The error of an invalid text. */
  readonly wrong: string;
  isRight(text: string): boolean;
  /** Formats the value for the list. */
  words(text: string): string;
}

interface ShelfMessage {
  /** The name of one entry for the middle of a sentence. */
  readonly one: string;
  readonly many: string;
  /** The name of one entry for the start of a sentence. */
  readonly One: string;
  readonly titleLabel: string;
  readonly titleMark: string | undefined;
  readonly titleHelp: string | undefined;
  readonly urlLabel: string;
  readonly urlHelp: string;
  readonly noUrl: string;
  /** Undefined if the title is optional. */
  readonly noTitle: string | undefined;
  /** The tablet shows the first six entries on one screen. */
  readonly firstSix: string;
  /** Undefined if there is no such field. */
  readonly detail: DetailMessage | undefined;
}

export const SHELF_WORDS: Readonly<Record<ContentKind, ShelfMessage>> = {
  videos: {
    one: 'video',
    many: 'videos',
    One: 'Video',
    titleLabel: 'Title',
    titleMark: 'optional',
    titleHelp: 'Left empty, it gets its own title.',
    urlLabel: 'Video URL',
    urlHelp: 'Paste the link of a YouTube or Vimeo video.',
    noUrl: 'Please enter a video URL',
    noTitle: undefined,
    firstSix: 'The Watch screen shows the first 6 videos',
    detail: {
      label: 'Length',
      help: 'Left empty, it comes by itself once the video is played, where its player tells it.',
      placeholder: '12:40',
      wrong: WRONG_DURATION,
      isRight: (text) => secondsOf(text) !== undefined,
      words: (text) => `Length ${text}`,
    },
  },
  playlists: {
    one: 'playlist',
    many: 'playlists',
    One: 'Playlist',
    titleLabel: 'Name',
    titleMark: 'optional',
    titleHelp: 'Left empty, it gets its own name.',
    urlLabel: 'Playlist URL',
    urlHelp: 'Paste a link from Spotify, Apple Music, Deezer, SoundCloud or YouTube.',
    noUrl: 'Please enter a playlist URL',
    noTitle: undefined,
    firstSix: 'The Listen screen shows the first 6 playlists',
    detail: {
      label: 'Number of tracks',
      help: 'It stands below the name on the tablet.',
      placeholder: '24',
      wrong: WRONG_TRACK_COUNT,
      isRight: (text) => trackCountOf(text) !== undefined,
      words: (text) => tracksOf(Number(text)),
    },
  },
  articles: {
    one: 'article',
    many: 'articles',
    One: 'Article',
    titleLabel: 'Title',
    titleMark: undefined,
    titleHelp: 'It stands on the tablet in large letters.',
    urlLabel: 'Article URL',
    urlHelp: 'Paste the address of the page, as the browser shows it.',
    noUrl: 'Please enter an article URL',
    noTitle: 'Please enter an article title',
    firstSix: 'The Read screen shows the first 6 articles',
    detail: undefined,
  },
};

/** Number of entries on one screen of the tablet. */
export const SHOWN_AT_ONCE = 6;

const MAX_URL_LENGTH = 60;

/** Shortens a URL for the list. */
export function shortUrl(url: string): string {
  return url.length > MAX_URL_LENGTH ? `${url.slice(0, MAX_URL_LENGTH)}...` : url;
}

/** Returns the errors of missing or invalid fields, by field. */
export function problemsIn(entry: Entry, kind: ContentKind): Partial<Entry> {
  const { title, url } = entry;
  const { noTitle, noUrl, detail } = SHELF_WORDS[kind];
  const said = entry.detail.trim();
  return {
    ...(detail === undefined || said === '' || detail.isRight(said)
      ? {}
      : { detail: detail.wrong }),
    ...(url.trim() === '' ? { url: noUrl } : {}),
    ...(noTitle !== undefined && title.trim() === '' ? { title: noTitle } : {}),
  };
}

/** Maps the server's errors to the fields of the form. */
export function wrongIn(fields: Readonly<Record<string, string>>): Partial<Entry> {
  const url = fields.url ?? fields.spotifyUrl;
  const title = fields.title ?? fields.name;
  const detail = fields.duration ?? fields.trackCount;
  return {
    ...(url ? { url } : {}),
    ...(title ? { title } : {}),
    ...(detail ? { detail } : {}),
  };
}
