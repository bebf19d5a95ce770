export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

export const TOO_LARGE = 'This photo is larger than 10 MB.';

/** Maximum number of characters. */
export const MAX_ALBUM_NAME_LENGTH = 100;
export const MAX_ALBUM_DESCRIPTION_LENGTH = 500;
export const MAX_CAPTION_LENGTH = 500;

/** Maximum photos in a page over all albums. */
export const MAX_PAGE_SIZE = 500;

/** Maximum photos that can be moved or deleted together. */
export const MAX_CHOSEN = 500;

export const MAX_FOUND = 60;

/**
 * Maximum number of unfinished uploads of a household, and maximum of their bytes. Each upload
 * counts with its received bytes plus one chunk.
 */
export const MAX_UNFINISHED = 100;
export const MAX_UNFINISHED_BYTES = 250_000_000;

/** Maximum bytes of the unfinished uploads of all households. */
export const MAX_TOTAL_UNFINISHED_BYTES = 5_000_000_000;

export const MAX_UPLOAD_KEY_LENGTH = 64;
