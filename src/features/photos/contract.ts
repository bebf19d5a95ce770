import { z } from 'zod';
import { typedWords } from '#features/search/domain/typed.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { rejectedPhoto } from './domain/rejected-photo.ts';
import {
  MAX_ALBUM_DESCRIPTION_LENGTH,
  MAX_ALBUM_NAME_LENGTH,
  MAX_CAPTION_LENGTH,
  MAX_CHOSEN,
  MAX_FOUND,
  MAX_PAGE_SIZE,
  MAX_PHOTO_BYTES,
  TOO_LARGE,
} from './limits.ts';
import { photoRefusals } from './refusals.ts';

const MAX_PHOTOS_AT_ONCE = 100;

/** Maximum value of the database column. */
const MAX_ORDER = 2 ** 31 - 1;

export const photoAlbum = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  photoCount: z.int(),
  firstPhotoUrl: z.string().nullable(),
});

export type PhotoAlbum = z.output<typeof photoAlbum>;

export const photo = z.object({
  id: z.string(),
  albumId: z.string(),
  filename: z.string(),
  originalName: z.string(),
  caption: z.string(),
  /** Position of the photo within its album, from 0 without gaps. */
  order: z.int(),
  /** A picture of at most 2,560 pixels. */
  url: z.string(),
  /** The middle one of the thumbnails. */
  thumbnailUrl: z.string().nullable(),
  /** All thumbnails for `srcset`: addresses with their widths in pixels, smallest first. */
  thumbnails: z.array(z.object({ url: z.string(), width: z.int() })),
  width: z.int(),
  height: z.int(),
  /** Camera time without a time zone: YYYY-MM-DDTHH:MM:SS. */
  takenAt: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
});

export type Photo = z.output<typeof photo>;

/** The fields of a photo that a screen needs. */
export const shownPhoto = photo.pick({
  id: true,
  caption: true,
  url: true,
  thumbnailUrl: true,
  thumbnails: true,
  width: true,
  height: true,
  takenAt: true,
  uploadedAt: true,
});

export type ShownPhoto = z.output<typeof shownPhoto>;

/** A photo in the results of a search. */
export const foundPhoto = shownPhoto.extend({
  albumId: z.string(),
  albumName: z.string(),
  /** Local date on which the photo was taken or, if unknown, uploaded. */
  date: z.iso.date(),
});

export type FoundPhoto = z.output<typeof foundPhoto>;

const pageOf = <Shape extends z.ZodType>(shape: Shape) =>
  z.object({
    photos: z.array(shape),
    /** Number of photos on all pages. */
    total: z.int(),
    /** Cursor of the next page; null on the last one. */
    next: z.string().nullable(),
  });

/** The `next` of the previous page. */
const cursor = z.string().max(100).optional();

const one = z.object({ id: z.uuid() });
const inAlbum = z.object({ albumId: z.uuid() });
const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');
const albumDescription = line(MAX_ALBUM_DESCRIPTION_LENGTH);
const albumName = line(MAX_ALBUM_NAME_LENGTH).min(1, 'Please enter a name.');
const placing = z
  .object({
    ids: z.array(z.uuid()).min(1).max(20_000),
    /** The photo before the new position; null at the beginning of the album. */
    after: z.uuid().nullable(),
    /** The photo after the new position; null at the end of the album. */
    before: z.uuid().nullable(),
  })
  .strict();
const chosen = z.object({ ids: z.array(z.uuid()).min(1).max(MAX_CHOSEN) }).strict();

export const photoCalls = {
  listAlbums: endpoint('GET /api/photo-albums', {
    who: 'user',
    summary: 'The albums, oldest first.',
    reply: z.array(photoAlbum),
    cache: 'household',
  }),
  createAlbum: endpoint('POST /api/photo-albums', {
    who: 'admin',
    summary: 'Adds an album.',
    body: z.object({ name: albumName, description: albumDescription.default('') }).strict(),
    reply: photoAlbum,
    status: 201,
    refusals: some(photoRefusals, 'albums-full'),
  }),
  updateAlbum: endpoint('PUT /api/photo-albums/{id}', {
    who: 'admin',
    summary: 'Changes the name or the description of an album.',
    params: one,
    body: z.object({ name: albumName, description: albumDescription }).partial().strict(),
    reply: photoAlbum,
  }),
  removeAlbum: endpoint('DELETE /api/photo-albums/{id}', {
    who: 'admin',
    summary: 'Deletes an album with its photos.',
    params: one,
  }),
  list: endpoint('GET /api/photos/{albumId}', {
    who: 'user',
    summary: 'The photos of an album by order; a page of them when `limit` is given.',
    params: inAlbum,
    query: z
      .object({
        limit: z.coerce.number().int().min(1).max(1000),
        /**
         * The `order` of the last photo of the previous page; the requested page begins after it.
         */
        cursor: z.coerce.number().int().min(0).max(MAX_ORDER),
      })
      .partial()
      .strict(),
    reply: z.array(photo),
    cache: 'pages',
  }),
  listNewest: endpoint('GET /api/photos', {
    who: 'user',
    summary: 'A page of the photos of all albums, the newest upload first.',
    query: z
      .object({
        limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(60),
        cursor,
      })
      .strict(),
    reply: pageOf(shownPhoto),
    cache: 'pages',
    refusals: some(photoRefusals, 'no-such-page'),
  }),
  find: endpoint('GET /api/photos/found', {
    who: 'admin',
    summary:
      'A page of the photos of all albums in whose caption or date each typed word stands, the latest date first.',
    query: z
      .object({
        q: typedWords,
        limit: z.coerce.number().int().min(1).max(MAX_FOUND).default(MAX_FOUND),
        cursor,
      })
      .strict(),
    reply: pageOf(foundPhoto),
    refusals: some(photoRefusals, 'no-such-page'),
  }),
  upload: endpoint('POST /api/photo-albums/{albumId}/photos', {
    who: 'admin',
    summary:
      'Takes photos, each with the caption before it; one that cannot be taken is named with the reason, the rest go in.',
    params: inAlbum,
    upload: {
      field: 'photos',
      mostBytes: MAX_PHOTO_BYTES,
      tooLarge: TOO_LARGE,
      mostFiles: MAX_PHOTOS_AT_ONCE,
      words: { field: 'caption', longest: MAX_CAPTION_LENGTH },
    },
    reply: z.object({
      message: z.string(),
      photos: z.array(photo),
      rejected: z.array(rejectedPhoto),
    }),
    status: 201,
    refusals: {
      ...some(photoRefusals, 'photos-missing', 'no-photo-taken'),
      ...some(platformRefusals, 'try-again', 'too-busy'),
    },
  }),
  update: endpoint('PUT /api/photos/{id}', {
    who: 'admin',
    summary: 'Changes the caption of a photo.',
    params: one,
    body: z.object({ caption: line(MAX_CAPTION_LENGTH) }).strict(),
    reply: photo,
  }),
  move: endpoint('PUT /api/photos/{id}/order', {
    who: 'admin',
    summary: 'Moves a photo to a place in its album.',
    params: one,
    body: z.object({ order: z.int().min(0) }).strict(),
    reply: photo,
  }),
  reorder: endpoint('PUT /api/photo-albums/{id}/order', {
    who: 'admin',
    summary: 'Sets the whole order of an album.',
    params: one,
    body: z.object({ ids: z.array(z.uuid()).max(20_000) }).strict(),
    reply: z.array(photo),
    refusals: some(platformRefusals, 'list-changed'),
  }),
  place: endpoint('PUT /api/photo-albums/{id}/places', {
    who: 'admin',
    summary: 'Puts photos between two others of their album; refused when they are apart by now.',
    params: one,
    body: z.object({ placings: z.array(placing).min(1).max(MAX_CHOSEN) }).strict(),
    refusals: some(platformRefusals, 'list-changed'),
  }),
  moveMany: endpoint('PUT /api/photo-albums/{id}/photos', {
    who: 'admin',
    summary: 'Moves photos to the end of this album; answers how many were elsewhere.',
    params: one,
    body: chosen,
    reply: z.object({ moved: z.int() }),
  }),
  remove: endpoint('DELETE /api/photos/{id}', {
    who: 'admin',
    summary: 'Deletes a photo.',
    params: one,
  }),
  removeMany: endpoint('POST /api/photos/delete', {
    who: 'admin',
    summary: 'Deletes several photos; answers how many were still there.',
    body: chosen,
    reply: z.object({ removed: z.int() }),
  }),
  look: endpoint('POST /api/photos/looked', {
    who: 'user',
    summary:
      'Notes that this person looks at the photos now, and answers until when they had seen.',
    reply: z.object({ seenUntil: z.iso.datetime().nullable() }),
    invalidatesNothing: true,
  }),
};

export type PhotoCalls = typeof photoCalls;
