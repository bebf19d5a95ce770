import type { ShownPhoto } from '../../contract.ts';

/** How wide a print is, as the style sheet has it. */
export const SIZES = '(width >= 96em) 15vw, (width >= 64em) 23vw, (width >= 45em) 30vw, 45vw';

export function srcSetOf(thumbnails: ShownPhoto['thumbnails']): string {
  return thumbnails.map(({ url, width }) => `${url} ${width}w`).join(', ');
}

/** The pictures of the first screen of prints. */
const FIRST_PRINTS = 18;

/** Lets the browser fetch the thumbnails that the grid will show first, behind everything else. */
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
