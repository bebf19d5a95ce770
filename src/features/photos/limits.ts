/** The largest photo, in bytes. */
export const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

export const TOO_LARGE = 'This photo is larger than 10 MB.';

/** Characters of an album's words and of a caption at most. */
export const LONGEST_ALBUM_NAME = 100;
export const LONGEST_ALBUM_DESCRIPTION = 500;
export const LONGEST_CAPTION = 500;

/** Photos of all albums that are read at once. */
export const MOST_IN_A_PAGE = 500;

/** Photos that can be chosen at once, to be moved or deleted together. */
export const MOST_CHOSEN = 500;

/** Photos of one page of what was found. */
export const MOST_FOUND = 60;

/** Unfinished uploads of a household, and their bytes: what was received, and one more chunk each. */
export const MOST_UNFINISHED = 100;
export const MOST_UNFINISHED_BYTES = 250_000_000;

/** Bytes of all households together that have come in part. */
export const MOST_UNFINISHED_BYTES_OF_ALL = 5_000_000_000;

/** The longest name of an upload, in characters. */
export const LONGEST_UPLOAD_KEY = 64;
