import type { Photo, PhotoAlbum } from '../../contract.ts';

/** How a photo is called where it is spoken of: its caption, or its place. */
export function nameOf(photo: Photo, total: number): string {
  return photo.caption || placeOf(photo, total);
}

/** Where a photo stands among the others of its album. */
export function placeOf({ order }: Photo, total: number): string {
  return `Photo ${order + 1} of ${total}`;
}

/** The album that opens by itself: the one named New, if it has photos. */
export function firstOpen(albums: readonly PhotoAlbum[]): string | undefined {
  return albums.find(({ name, photoCount }) => name === 'New' && photoCount > 0)?.id;
}
