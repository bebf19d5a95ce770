import type { ShownPhoto } from '../../contract.ts';

/** Width of a photo in the grid, equal to the style sheet. */
export const SIZES = '(width >= 96em) 15vw, (width >= 64em) 23vw, (width >= 45em) 30vw, 45vw';

export function srcSetOf(thumbnails: ShownPhoto['thumbnails']): string {
  return thumbnails.map(({ url, width }) => `${url} ${width}w`).join(', ');
}

/** Number of photos on the first screen. */
const FIRST_PRINTS = 18;

/** Prefetches the first thumbnails of the grid with low priority. */
export function thumbnailsAtHand(photos: readonly ShownPhoto[]): void {
  for (const { thumbnails, thumbnailUrl } of photos.slice(0, FIRST_PRINTS)) {
    if (thumbnailUrl === null) continue;
    const picture = new Image();
    picture.fetchPriority = 'low';
    picture.sizes = SIZES;
    picture.srcset = srcSetOf(thumbnails);
    picture.src = thumbnailUrl;
  }
}
