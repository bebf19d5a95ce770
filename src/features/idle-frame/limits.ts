/** The photo frame starts after one of these times without a touch, in minutes. */
export const FRAME_MINUTES = [5, 10, 30] as const;

export type FrameMinutes = (typeof FRAME_MINUTES)[number];

/** A photo of the frame is shown at least and at most this long, in seconds. */
export const MIN_PHOTO_SECONDS = 15;
export const MAX_PHOTO_SECONDS = 300;

/** Maximum number of albums that can be chosen for one tablet. */
export const MAX_FRAME_ALBUMS = 500;

/** The newest photos that a tablet receives for its frame. */
export const MAX_NEWEST_PHOTOS = 60;

/** The older photos that it receives; they are another sample each day. */
export const MAX_OLDER_PHOTOS = 140;
