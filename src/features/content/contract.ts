import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { baseVersion, version } from '#platform/shared/versions.ts';
import { MAX_SECONDS, secondsOf, WRONG_DURATION } from './domain/duration.ts';
import { MAX_TRACKS, WRONG_TRACK_COUNT } from './domain/track-count.ts';
import { MAX_TITLE_LENGTH, MAX_URL_LENGTH } from './limits.ts';
import { contentRefusals } from './refusals.ts';

/** URL of a picture stored on this server. */
const thumbnailUrl = z.string().nullable();

export const video = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  /** Duration in the format 18:05 or 1:02:30; null if unknown. */
  duration: z.string().nullable(),
  thumbnailUrl,
  /** Position from 0, without gaps. */
  order: z.int(),
  version,
});

export const playlist = z.object({
  id: z.string(),
  name: z.string(),
  /** URL at Spotify or another music service, or of a stream. */
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

/** The three kinds of content; each is also the path segment of its endpoints. */
export type ContentKind = 'videos' | 'playlists' | 'articles';

const id = z.object({ id: z.uuid() });
const wholeOrder = z.object({ ids: z.array(z.uuid()).max(2_000) }).strict();
const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');
const address = (missing: string) => line(MAX_URL_LENGTH).min(1, missing);
/** The position of the entry. Ignored for a new entry, which is added at the end. */
const order = z.int().min(0).optional();

/** Values entered by the family; null removes them. */
const duration = line(20)
  .refine((text) => secondsOf(text) !== undefined, WRONG_DURATION)
  .nullable();
const trackCount = z
  .int(WRONG_TRACK_COUNT)
  .min(1, WRONG_TRACK_COUNT)
  .max(MAX_TRACKS, WRONG_TRACK_COUNT)
  .nullable();

interface Shape<Item, Added, Fields> {
  /** Name of one entry with its article, for example 'a video'. */
  readonly one: string;
  /** Appended to the summary of the endpoint: the defaults of missing fields. */
  readonly without?: string;
  readonly item: Item;
  readonly added: Added;
  readonly fields: Fields;
}

/** The endpoints of one kind; the field names differ between kinds. */
function callsOf<
  Kind extends ContentKind,
  Item extends z.ZodType,
  Added extends z.ZodRawShape,
  Fields extends z.ZodRawShape,
>(kind: Kind, { one, without = '', item, added, fields }: Shape<Item, Added, Fields>) {
  return {
    list: endpoint(`GET /api/${kind}`, {
      who: 'user',
      summary: `The ${kind} by position.`,
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
      summary: `Changes ${one} or its position.`,
      params: id,
      body: z
        .object({ ...fields, order })
        .partial()
        .extend({ version: baseVersion })
        .strict(),
      reply: item,
      refusals: {
        ...some(contentRefusals, 'content-not-shown'),
        ...some(platformRefusals, 'changed-meanwhile'),
      },
    }),
    remove: endpoint(`DELETE /api/${kind}/{id}`, {
      who: 'admin',
      summary: `Deletes ${one}.`,
      params: id,
    }),
    reorder: endpoint(`PUT /api/${kind}/order`, {
      who: 'admin',
      summary: `Sets the order of all ${kind}.`,
      body: wholeOrder,
      reply: z.array(item),
      refusals: some(platformRefusals, 'list-changed'),
    }),
  };
}

const title = line(MAX_TITLE_LENGTH);
const videoUrl = address('Please enter a video URL');
const spotifyUrl = address('Please enter a playlist URL');
const articleFields = {
  title: title.min(1, 'Please enter an article title'),
  url: address('Please enter an article URL'),
};

export const contentCalls = {
  videos: callsOf('videos', {
    one: 'a video',
    without: "; without a title it gets the provider's, or 'Untitled Video'",
    item: video,
    added: { title: title.default(''), url: videoUrl, duration: duration.optional() },
    fields: { title, url: videoUrl, duration },
  }),
  playlists: callsOf('playlists', {
    one: 'a playlist',
    without: "; without a name it gets the provider's, or 'Untitled Playlist'",
    item: playlist,
    added: { name: title.default(''), spotifyUrl, trackCount: trackCount.optional() },
    fields: { name: title, spotifyUrl, trackCount },
  }),
  articles: callsOf('articles', {
    one: 'an article',
    without: "; the name of its site and a picture come from the page's metadata",
    item: article,
    added: articleFields,
    fields: articleFields,
  }),
};

export const durationCalls = {
  tellDuration: endpoint('PUT /api/videos/{id}/duration', {
    who: 'user',
    summary: 'Stores the duration that a player reported, if none is known for that address.',
    params: id,
    body: z
      .object({
        /** The URL that was played; an administrator may have changed it meanwhile. */
        url: line(MAX_URL_LENGTH),
        seconds: z.int().min(1).max(MAX_SECONDS),
      })
      .strict(),
  }),
};

export const articlePageCalls = {
  openArticle: endpoint('GET /api/articles/{id}/page', {
    who: 'user',
    summary: 'Whether an article may be shown in a frame; if its site refuses, its sanitized text.',
    params: id,
    reply: z.discriminatedUnion('show', [
      z.object({ show: z.literal('frame'), url: z.string() }),
      z.object({
        show: z.literal('text'),
        url: z.string(),
        title: z.string(),
        byline: z.string().nullable(),
        /** The article's language and text direction, for speech and layout. */
        language: z.string().nullable(),
        direction: z.enum(['ltr', 'rtl']).nullable(),
        /** Sanitized: headings, paragraphs, lists, quotations, tables and emphasis only. */
        html: z.string(),
      }),
      /** The site could not be reached, or has no readable text. */
      z.object({ show: z.literal('nothing'), url: z.string() }),
    ]),
    refusals: some(platformRefusals, 'too-busy'),
  }),
};

export type ContentCalls = typeof contentCalls;
export type DurationCalls = typeof durationCalls;
export type ArticlePageCalls = typeof articlePageCalls;
export type ArticlePage = z.output<ArticlePageCalls['openArticle']['reply']>;
