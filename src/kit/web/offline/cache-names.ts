/** Before the name of every cache, and of every database, that ends with the session it was filled in. */
export const CACHE_PREFIX = 'kept-';

/** The answers that the screens need when they open without a network. */
export const QUERIES_CACHE = `${CACHE_PREFIX}answers`;

/** The pictures that those answers name. */
export const PICTURES_CACHE = `${CACHE_PREFIX}pictures`;

/** The addresses at which a household's pictures stand. */
export const PICTURES = '/uploads/';
