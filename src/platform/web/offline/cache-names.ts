/**
 * Prefix of all caches and databases that are deleted at the end of the session in which they were
 * filled.
 */
export const CACHE_PREFIX = 'kept-';

/** The answers that screens need when they open offline. */
export const QUERIES_CACHE = `${CACHE_PREFIX}answers`;

/** The images that those answers refer to. */
export const PICTURES_CACHE = `${CACHE_PREFIX}pictures`;

/** Path prefix of a household's images. */
export const PICTURES = '/uploads/';
