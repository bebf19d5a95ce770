import { HOUR_MS } from '#platform/shared/durations.ts';

/** Maximum size of an imported file in bytes. */
export const MAX_DOWNLOAD_BYTES = 20 * 1024 ** 3;

export const TOO_LARGE = 'This file is larger than 20 GB.';

/** Maximum duration of the upload of an import, in milliseconds. */
export const MAX_IMPORT_MS = 4 * HOUR_MS;
