import { ApiError } from '#kit/web/api.ts';

/** The device cannot read a chosen file any more: it was moved, or its card or cloud is away. */
export class FileGone extends Error {
  override message = 'This photo can no longer be read on this device. Choose it again.';
}

/**
 * Runs `send`. If it fails without an answer of the server, the file is read before the connection is
 * blamed: `FileGone` if that fails too.
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

/** Its first and its last byte: a file that is only partly on the device has one of them. */
async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    await file.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
