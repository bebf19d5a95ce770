import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { madeFrom, version } from '#kit/shared/versions.ts';
import { LONGEST_SECONDS, secondsOf, WRONG_DURATION } from './duration.ts';
import { LONGEST_TITLE, LONGEST_URL } from './limits.ts';
import { libraryRefusals } from './refusals.ts';
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

const one = z.object({ id: z.uuid() });
const wholeOrder = z.object({ ids: z.array(z.uuid()).max(2_000) }).strict();
const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');
const address = (missing: string) => line(LONGEST_URL).min(1, missing);
/** Only new things carry it, and it is not needed: they go to the end. */
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

const videoFields = {
  title: line(LONGEST_TITLE),
  url: address('Please enter a video URL'),
  duration,
  order: z.int().min(0),
};
const playlistFields = {
  name: line(LONGEST_TITLE),
  spotifyUrl: address('Please enter a playlist URL'),
  trackCount,
  order: z.int().min(0),
};
const articleFields = {
  title: line(LONGEST_TITLE).min(1, 'Please enter an article title'),
  url: address('Please enter an article URL'),
  order: z.int().min(0),
};

export const libraryCalls = {
  listVideos: endpoint({
    method: 'GET',
    path: '/api/videos',
    who: 'user',
    summary: 'The videos by order.',
    reply: z.array(video),
    cache: 'household',
  }),
  addVideo: endpoint({
    method: 'POST',
    path: '/api/videos',
    who: 'admin',
    summary: "Adds a video; without a title it gets its provider's, else 'Untitled Video'.",
    body: z
      .object({
        title: line(LONGEST_TITLE).default(''),
        url: videoFields.url,
        duration: duration.optional(),
        order,
      })
      .strict(),
    reply: video,
    status: 201,
    refusals: some(libraryRefusals, 'content-not-shown', 'content-full'),
  }),
  updateVideo: endpoint({
    method: 'PUT',
    path: '/api/videos/{id}',
    who: 'admin',
    summary: 'Changes a video or moves it to a place.',
    params: one,
    body: z.object(videoFields).partial().extend({ version: madeFrom }).strict(),
    reply: video,
    refusals: {
      ...some(libraryRefusals, 'content-not-shown'),
      ...some(kitRefusals, 'changed-meanwhile'),
    },
  }),
  removeVideo: endpoint({
    method: 'DELETE',
    path: '/api/videos/{id}',
    who: 'admin',
    summary: 'Deletes a video.',
    params: one,
  }),
  reorderVideos: endpoint({
    method: 'PUT',
    path: '/api/videos/order',
    who: 'admin',
    summary: 'Sets the whole order of the videos.',
    body: wholeOrder,
    reply: z.array(video),
    refusals: some(kitRefusals, 'list-changed'),
  }),
  tellDuration: endpoint({
    method: 'PUT',
    path: '/api/videos/{id}/duration',
    who: 'user',
    summary: 'Keeps the length that a player told, where none is known of what is at that address.',
    params: one,
    body: z
      .object({
        /** What was played; the family may have changed it meanwhile. */
        url: line(LONGEST_URL),
        seconds: z.int().min(1).max(LONGEST_SECONDS),
      })
      .strict(),
  }),

  listPlaylists: endpoint({
    method: 'GET',
    path: '/api/playlists',
    who: 'user',
    summary: 'The playlists by order.',
    reply: z.array(playlist),
    cache: 'household',
  }),
  addPlaylist: endpoint({
    method: 'POST',
    path: '/api/playlists',
    who: 'admin',
    summary: "Adds a playlist; without a name it gets its provider's, else 'Untitled Playlist'.",
    body: z
      .object({
        name: line(LONGEST_TITLE).default(''),
        spotifyUrl: playlistFields.spotifyUrl,
        trackCount: trackCount.optional(),
        order,
      })
      .strict(),
    reply: playlist,
    status: 201,
    refusals: some(libraryRefusals, 'content-not-shown', 'content-full'),
  }),
  updatePlaylist: endpoint({
    method: 'PUT',
    path: '/api/playlists/{id}',
    who: 'admin',
    summary: 'Changes a playlist or moves it to a place.',
    params: one,
    body: z.object(playlistFields).partial().extend({ version: madeFrom }).strict(),
    reply: playlist,
    refusals: {
      ...some(libraryRefusals, 'content-not-shown'),
      ...some(kitRefusals, 'changed-meanwhile'),
    },
  }),
  removePlaylist: endpoint({
    method: 'DELETE',
    path: '/api/playlists/{id}',
    who: 'admin',
    summary: 'Deletes a playlist.',
    params: one,
  }),
  reorderPlaylists: endpoint({
    method: 'PUT',
    path: '/api/playlists/order',
    who: 'admin',
    summary: 'Sets the whole order of the playlists.',
    body: wholeOrder,
    reply: z.array(playlist),
    refusals: some(kitRefusals, 'list-changed'),
  }),

  listArticles: endpoint({
    method: 'GET',
    path: '/api/articles',
    who: 'user',
    summary: 'The articles by order.',
    reply: z.array(article),
    cache: 'household',
  }),
  addArticle: endpoint({
    method: 'POST',
    path: '/api/articles',
    who: 'admin',
    summary: "Adds an article; its site's name and a picture are the page's, where it says them.",
    body: z.object({ title: articleFields.title, url: articleFields.url, order }).strict(),
    reply: article,
    status: 201,
    refusals: some(libraryRefusals, 'content-not-shown', 'content-full'),
  }),
  updateArticle: endpoint({
    method: 'PUT',
    path: '/api/articles/{id}',
    who: 'admin',
    summary: 'Changes an article or moves it to a place.',
    params: one,
    body: z.object(articleFields).partial().extend({ version: madeFrom }).strict(),
    reply: article,
    refusals: {
      ...some(libraryRefusals, 'content-not-shown'),
      ...some(kitRefusals, 'changed-meanwhile'),
    },
  }),
  removeArticle: endpoint({
    method: 'DELETE',
    path: '/api/articles/{id}',
    who: 'admin',
    summary: 'Deletes an article.',
    params: one,
  }),
  reorderArticles: endpoint({
    method: 'PUT',
    path: '/api/articles/order',
    who: 'admin',
    summary: 'Sets the whole order of the articles.',
    body: wholeOrder,
    reply: z.array(article),
    refusals: some(kitRefusals, 'list-changed'),
  }),
  openArticle: endpoint({
    method: 'GET',
    path: '/api/articles/{id}/page',
    who: 'user',
    summary: 'Whether an article may be framed; where its site refuses, the cleaned text instead.',
    params: one,
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

export type LibraryCalls = typeof libraryCalls;
export type ArticlePage = z.output<(typeof libraryCalls)['openArticle']['reply']>;
