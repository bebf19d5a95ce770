import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { madeFrom, version } from '#kit/shared/versions.ts';
import { LONGEST_SECONDS, secondsOf, WRONG_DURATION } from './duration.ts';
import { LONGEST_TITLE, LONGEST_URL } from './limits.ts';
import { contentRefusals } from './refusals.ts';
import { MOST_TRACKS, WRONG_TRACK_COUNT } from './track-count.ts';

/** A picture that this server keeps. */
const thumbnailUrl = z.string().nullable();

export const video = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  /** Such as 18:05 or 1:02:30; null when nobody has said it yet. */
  duration: z.string().nullable(),
  thumbnailUrl,
  /** 0..n-1 without gaps. */
  order: z.int(),
  version,
});

export const playlist = z.object({
  id: z.string(),
  name: z.string(),
  /** Of Spotify, of another music service, or a stream. */
  spotifyUrl: z.string(),
  trackCount: z.int().nullable(),
  thumbnailUrl,
  order: z.int(),
  version,
});

export const article = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  /** The name of the site, or its host. */
  source: z.string(),
  thumbnailUrl,
  order: z.int(),
  version,
});

export type Video = z.output<typeof video>;
export type Playlist = z.output<typeof playlist>;
export type Article = z.output<typeof article>;

/** The three kinds of content, by the word of their address. */
export type ContentKind = 'videos' | 'playlists' | 'articles';

const id = z.object({ id: z.uuid() });
const wholeOrder = z.object({ ids: z.array(z.uuid()).max(2_000) }).strict();
const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');
const address = (missing: string) => line(LONGEST_URL).min(1, missing);
/** Of a new thing it is not needed: it goes to the end. */
const order = z.int().min(0).optional();

/** What the family says of it itself; null takes it back. */
const duration = line(20)
  .refine((text) => secondsOf(text) !== undefined, WRONG_DURATION)
  .nullable();
const trackCount = z
  .int(WRONG_TRACK_COUNT)
  .min(1, WRONG_TRACK_COUNT)
  .max(MOST_TRACKS, WRONG_TRACK_COUNT)
  .nullable();

interface Shape<Item, Added, Fields> {
  /** With its article. */
  readonly one: string;
  /** What adding one says of what is not given. */
  readonly without?: string;
  readonly item: Item;
  readonly added: Added;
  readonly fields: Fields;
}

/** The calls of one kind, whatever its fields are called. */
function callsOf<
  Kind extends ContentKind,
  Item extends z.ZodType,
  Added extends z.ZodRawShape,
  Fields extends z.ZodRawShape,
>(kind: Kind, { one, without = '', item, added, fields }: Shape<Item, Added, Fields>) {
  return {
    list: endpoint(`GET /api/${kind}`, {
      who: 'user',
      summary: `The ${kind} by order.`,
      reply: z.array(item),
      cache: 'household',
    }),
    add: endpoint(`POST /api/${kind}`, {
      who: 'admin',
      summary: `Adds ${one}${without}.`,
      body: z.object({ ...added, order }).strict(),
      reply: item,
      status: 201,
      refusals: some(contentRefusals, 'content-not-shown', 'content-full'),
    }),
    update: endpoint(`PUT /api/${kind}/{id}`, {
      who: 'admin',
      summary: `Changes ${one} or moves it to a place.`,
      params: id,
      body: z
        .object({ ...fields, order })
        .partial()
        .extend({ version: madeFrom })
        .strict(),
      reply: item,
      refusals: {
        ...some(contentRefusals, 'content-not-shown'),
        ...some(kitRefusals, 'changed-meanwhile'),
      },
    }),
    remove: endpoint(`DELETE /api/${kind}/{id}`, {
      who: 'admin',
      summary: `Deletes ${one}.`,
      params: id,
    }),
    reorder: endpoint(`PUT /api/${kind}/order`, {
      who: 'admin',
      summary: `Sets the whole order of the ${kind}.`,
      body: wholeOrder,
      reply: z.array(item),
      refusals: some(kitRefusals, 'list-changed'),
    }),
  };
}

const title = line(LONGEST_TITLE);
const videoUrl = address('Please enter a video URL');
const spotifyUrl = address('Please enter a playlist URL');
const articleFields = {
  title: title.min(1, 'Please enter an article title'),
  url: address('Please enter an article URL'),
};

export const contentCalls = {
  videos: callsOf('videos', {
    one: 'a video',
    without: "; without a title it gets its provider's, else 'Untitled Video'",
    item: video,
    added: { title: title.default(''), url: videoUrl, duration: duration.optional() },
    fields: { title, url: videoUrl, duration },
  }),
  playlists: callsOf('playlists', {
    one: 'a playlist',
    without: "; without a name it gets its provider's, else 'Untitled Playlist'",
    item: playlist,
    added: { name: title.default(''), spotifyUrl, trackCount: trackCount.optional() },
    fields: { name: title, spotifyUrl, trackCount },
  }),
  articles: callsOf('articles', {
    one: 'an article',
    without: "; its site's name and a picture are the page's, where it says them",
    item: article,
    added: articleFields,
    fields: articleFields,
  }),
};

export const durationCalls = {
  tellDuration: endpoint('PUT /api/videos/{id}/duration', {
    who: 'user',
    summary: 'Keeps the length that a player told, where none is known of what is at that address.',
    params: id,
    body: z
      .object({
        /** What was played; the family may have changed it meanwhile. */
        url: line(LONGEST_URL),
        seconds: z.int().min(1).max(LONGEST_SECONDS),
      })
      .strict(),
  }),
};

export const articlePageCalls = {
  openArticle: endpoint('GET /api/articles/{id}/page', {
    who: 'user',
    summary: 'Whether an article may be framed; where its site refuses, the cleaned text instead.',
    params: id,
    reply: z.discriminatedUnion('show', [
      z.object({ show: z.literal('frame'), url: z.string() }),
      z.object({
        show: z.literal('text'),
        url: z.string(),
        title: z.string(),
        byline: z.string().nullable(),
        /** The article's own language and direction, for the voice and the layout. */
        language: z.string().nullable(),
        direction: z.enum(['ltr', 'rtl']).nullable(),
        /** Safe: headings, paragraphs, lists, quotations, tables and emphasis, nothing else. */
        html: z.string(),
      }),
      /** Neither: the site cannot be reached, or nothing on it can be read. */
      z.object({ show: z.literal('nothing'), url: z.string() }),
    ]),
    refusals: some(kitRefusals, 'too-busy'),
  }),
};

export type ContentCalls = typeof contentCalls;
export type DurationCalls = typeof durationCalls;
export type ArticlePageCalls = typeof articlePageCalls;
export type ArticlePage = z.output<ArticlePageCalls['openArticle']['reply']>;
