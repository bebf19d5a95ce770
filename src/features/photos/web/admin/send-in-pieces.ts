import { ApiError } from '#platform/web/api.ts';
import { MAX_CHUNK_BYTES, nextChunkBytes } from '../../domain/chunks.ts';
import type { photoRefusals } from '../../refusals.ts';

/** API calls of one chunked upload; each rejects as API calls do. */
export interface PieceCalls<Made> {
  /** Returns the number of bytes that the server has stored, including those of an earlier page. */
  begin(): Promise<number>;
  /** Returns the number of bytes stored afterwards. */
  put(start: number, piece: Blob): Promise<number>;
  finish(): Promise<Made>;
}

/** Chunk size of the connection, shared by all uploads. */
export class PieceSize {
  #bytes = MAX_CHUNK_BYTES;

  get bytes(): number {
    return this.#bytes;
  }

  note(became: 'kept' | 'broken'): void {
    this.#bytes = nextChunkBytes(this.#bytes, became);
  }
}

interface Watching {
  readonly size: PieceSize;
  /** Called with the stored share of the photo, from 0 to 1. */
  onKept(share: number): void;
}

/**
 * Sends a photo in chunks (a resumable upload), starting at the offset of the server. Rejects with
 * the error of a request; a further call resumes.
 */
export async function sendInPieces<Made>(
  file: Blob,
  calls: PieceCalls<Made>,
  { size, onKept }: Watching,
): Promise<Made> {
  let offset = await calls.begin();
  onKept(offset / file.size);
  while (offset < file.size) {
    offset = await nextOffset(file, offset, calls, size);
    onKept(offset / file.size);
  }
  return calls.finish();
}

async function nextOffset(
  file: Blob,
  offset: number,
  calls: Pick<PieceCalls<unknown>, 'put'>,
  size: PieceSize,
): Promise<number> {
  try {
    const next = await calls.put(offset, file.slice(offset, offset + size.bytes));
    size.note('kept');
    return next;
  } catch (error) {
    const right = offsetIn(error);
    // The response was lost or another page sends the same photo, so the chunk is not sent again.
    if (right !== undefined) return right;
    size.note('broken');
    throw error;
  }
}

/** Returns the offset that the server expects, if the error contains it. */
function offsetIn(error: unknown): number | undefined {
  const code: keyof typeof photoRefusals = 'wrong-offset';
  if (!(error instanceof ApiError) || error.code !== code) return undefined;
  return typeof error.body.offset === 'number' ? error.body.offset : undefined;
}
