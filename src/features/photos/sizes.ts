/** In pixels of the longer side: what a photo is shown at on the whole screen. */
export const DISPLAY_LONG_SIDE = 2560;

/** In pixels of the longer side, largest first. */
export const THUMBNAIL_LONG_SIDES = [1280, 640, 320] as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How wide the thumbnails of a photo are, smallest first; a small photo has fewer of them. */
export function thumbnailWidths({ width, height }: Size): number[] {
  const longSide = Math.max(width, height);
  return THUMBNAIL_LONG_SIDES.filter((size) => size < longSide)
    .map((size) => Math.max(1, Math.round((width * size) / longSide)))
    .reverse();
}
