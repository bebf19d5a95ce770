import { doEntriesWait, noteEntriesWait } from '#kit/web/offline/outbox-flag.ts';

const UPLOADS = 'photo-uploads';

/**
 * True if there are uploads to show. Separate from the uploads, so that every screen can import it
 * cheaply.
 */
export const areUploadsThere = () => doEntriesWait(UPLOADS);

export const noteUploads = (areThere: boolean) => noteEntriesWait(UPLOADS, areThere);
