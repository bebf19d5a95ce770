import { HOUR_MS } from '#kit/shared/durations.ts';

/** The largest download that is brought in, in bytes. */
export const MOST_DOWNLOAD_BYTES = 20 * 1024 ** 3;

export const TOO_LARGE = 'This file is larger than 20 GB.';

/** How long it may take to come in. */
export const LONGEST_IMPORT_MS = 4 * HOUR_MS;
