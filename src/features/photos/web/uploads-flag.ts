import { doEntriesWait, setEntriesWait } from '#platform/web/offline/outbox-flag.ts';

const UPLOADS = 'photo-uploads';

/**
 * True if there are uploads to show. Separate from the uploads, so that every screen can import it
 * cheaply.
 */
export const hasUploads = () => doEntriesWait(UPLOADS);

export const setHasUploads = (areThere: boolean) => setEntriesWait(UPLOADS, areThere);
