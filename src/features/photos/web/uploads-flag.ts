import { doEntriesWait, noteEntriesWait } from '#kit/web/offline/outbox-flag.ts';

const UPLOADS = 'photo-uploads';

/** Whether there is something to show of photos on their way: small enough for every screen. */
export const areUploadsThere = () => doEntriesWait(UPLOADS);

export const noteUploads = (areThere: boolean) => noteEntriesWait(UPLOADS, areThere);
