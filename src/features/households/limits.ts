/** Memberships of one person: so many households stand on one overview. */
export const MOST_MEMBERSHIPS = 200;
