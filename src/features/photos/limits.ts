export const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

export const TOO_LARGE = 'This photo is larger than 10 MB.';

/** Maximum number of characters. */
export const LONGEST_ALBUM_NAME = 100;
export const LONGEST_ALBUM_DESCRIPTION = 500;
export const LONGEST_CAPTION = 500;

/** Maximum photos in a page over all albums. */
export const MOST_IN_A_PAGE = 500;

/** Maximum photos that can be moved or deleted together. */
export const MOST_CHOSEN = 500;

export const MOST_FOUND = 60;

/**
 * Maximum unfinished uploads of a household, and their bytes: the received ones plus one chunk
 * each.
 */
export const MOST_UNFINISHED = 100;
export const MOST_UNFINISHED_BYTES = 250_000_000;

/** Maximum bytes of the unfinished uploads of all households. */
export const MOST_UNFINISHED_BYTES_OF_ALL = 5_000_000_000;

export const LONGEST_UPLOAD_KEY = 64;
