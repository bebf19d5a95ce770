/** Maximum duration of one use, in seconds; limits pages that were left open. */
export const MAX_SECONDS = 24 * 3600;
