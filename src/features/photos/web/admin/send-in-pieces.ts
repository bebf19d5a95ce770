import { ApiError } from '#kit/web/api.ts';
import { LARGEST_PIECE, nextPieceBytes } from '../../pieces.ts';
import type { photoRefusals } from '../../refusals.ts';

/** The calls of one photo that comes in pieces; each rejects as calls do. */
export interface PieceCalls<Made> {
  /** Answers how many bytes the server has: those of an earlier page too. */
  begin(): Promise<number>;
  /** Answers how many it has then. */
  put(start: number, piece: Blob): Promise<number>;
  finish(): Promise<Made>;
}

/** How much at once a line bears: all photos on it tell each other. */
export class PieceSize {
  #bytes = LARGEST_PIECE;

  get bytes(): number {
    return this.#bytes;
  }

  note(became: 'kept' | 'broken'): void {
    this.#bytes = nextPieceBytes(this.#bytes, became);
  }
}

interface Watching {
  readonly size: PieceSize;
  /** Hears how much of the photo the server has, from 0 to 1. */
  onKept(share: number): void;
}

/**
 * Sends a photo in pieces (a resumable upload), from where the server is on. Rejects with what went
 * wrong; whoever calls it again goes on.
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
    // An answer was lost, or another page sends the same: nothing is to be sent twice.
    if (right !== undefined) return right;
    size.note('broken');
    throw error;
  }
}

/** Where the server says that the next piece begins. */
function offsetIn(error: unknown): number | undefined {
  const code: keyof typeof photoRefusals = 'wrong-offset';
  if (!(error instanceof ApiError) || error.code !== code) return undefined;
  return typeof error.body.offset === 'number' ? error.body.offset : undefined;
}
