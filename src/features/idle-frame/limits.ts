/** The idle times, in minutes, after which the photo frame can start. */
export const FRAME_MINUTES = [5, 10, 30] as const;

export type FrameMinutes = (typeof FRAME_MINUTES)[number];

/** Minimum and maximum time for which the frame shows a photo, in seconds. */
export const MIN_PHOTO_SECONDS = 15;
export const MAX_PHOTO_SECONDS = 300;

/** Maximum number of albums that can be chosen for one tablet. */
export const MAX_FRAME_ALBUMS = 500;

/** Maximum number of the newest photos that a tablet receives for its frame. */
export const MAX_NEWEST_PHOTOS = 60;

/**
 * Maximum number of older photos that a tablet receives for its frame; each day another random
 * sample is selected.
 */
export const MAX_OLDER_PHOTOS = 140;
