/** The largest photo, in bytes. */
export const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

export const TOO_LARGE = 'This photo is larger than 10 MB.';
