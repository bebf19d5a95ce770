/** Minimum length of a password in characters. */
export const SHORTEST_PASSWORD = 8;

export const TOO_SHORT = `Password must be at least ${SHORTEST_PASSWORD} characters long`;

/** Maximum number of households per login, limited by the overview. */
export const MOST_MEMBERSHIPS = 200;
