import type { Photo, PhotoAlbum } from '../../contract.ts';

export function nameOf(photo: Photo, total: number): string {
  return photo.caption || placeOf(photo, total);
}

export function placeOf({ order }: Photo, total: number): string {
  return `Photo ${order + 1} of ${total}`;
}

/** Returns the album that opens automatically: the one named New, if it has photos. */
export function firstOpen(albums: readonly PhotoAlbum[]): string | undefined {
  return albums.find(({ name, photoCount }) => name === 'New' && photoCount > 0)?.id;
}
