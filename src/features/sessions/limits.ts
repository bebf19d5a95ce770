/** Characters of a password at least. */
export const SHORTEST_PASSWORD = 8;

export const TOO_SHORT = `Password must be at least ${SHORTEST_PASSWORD} characters long`;

/** Memberships of one person: so many households stand on one overview. */
export const MOST_MEMBERSHIPS = 200;

/** What the column can keep: 24 days. A clock that is further off says as much as one that is. */
export const MOST_SKEW_MS = 2 ** 31 - 1;
