/** Minimum length of a password in characters. */
export const MIN_PASSWORD_LENGTH = 8;

export const TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters long`;

/** Maximum number of households per login, limited by the overview. */
export const MAX_MEMBERSHIPS = 200;
