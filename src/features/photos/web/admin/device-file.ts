import { ApiError } from '#platform/web/api.ts';

/**
 * The device cannot read a selected file any more, for example because its card or cloud is
 * disconnected.
 */
export class FileGone extends Error {
  override message = 'This photo can no longer be read on this device. Choose it again.';
}

/**
 * Runs `send`. If it fails without a response of the server, checks whether the file is still
 * readable, and throws `FileGone` if not.
 */
export async function sendFromDevice<Answer>(
  file: Blob,
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) && !(await isReadable(file))) throw new FileGone();
    throw error;
  }
}

/** Reads the first and the last byte, because a file may be only partly on the device. */
async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    await file.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
