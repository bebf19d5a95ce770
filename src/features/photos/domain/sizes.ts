/** Longer side in pixels of the picture for full-screen display. */
export const DISPLAY_LONG_SIDE = 2560;

/** Longer sides of the thumbnails in pixels, largest first. */
export const THUMBNAIL_LONG_SIDES = [1280, 640, 320] as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the widths of a photo's thumbnails, smallest first. Sizes that are not smaller than the
 * photo are omitted.
 */
export function thumbnailWidths({ width, height }: Size): number[] {
  const longSide = Math.max(width, height);
  return THUMBNAIL_LONG_SIDES.filter((size) => size < longSide)
    .map((size) => Math.max(1, Math.round((width * size) / longSide)))
    .reverse();
}
