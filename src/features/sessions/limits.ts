/** Characters of a password at least. */
export const SHORTEST_PASSWORD = 8;

export const TOO_SHORT = `Password must be at least ${SHORTEST_PASSWORD} characters long`;

/** Memberships of one person: so many households stand on one overview. */
export const MOST_MEMBERSHIPS = 200;
