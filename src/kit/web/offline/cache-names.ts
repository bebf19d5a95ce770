/** Before the name of every cache that holds something of a household. */
export const KEPT = 'kept-';

/** The answers that the screens need when they open without a network. */
export const KEPT_ANSWERS = `${KEPT}answers`;

/** The pictures that those answers name. */
export const KEPT_PICTURES = `${KEPT}pictures`;

/** The addresses at which a household's pictures stand. */
export const PICTURES = '/uploads/';
