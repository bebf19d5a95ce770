/**
 * Prefix of the caches and databases that belong to one session: all of them are deleted when it
 * ends.
 */
export const CACHE_PREFIX = 'kept-';

/** Cache of the answers that screens show when they are opened offline. */
export const QUERIES_CACHE = `${CACHE_PREFIX}answers`;

/** Cache of the images to which the cached answers refer. */
export const PICTURES_CACHE = `${CACHE_PREFIX}pictures`;

/** Path prefix of a household's images. */
export const PICTURES = '/uploads/';
