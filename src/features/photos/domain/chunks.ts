/** Maximum size of a chunk. A photo that is not larger is sent in one request. */
export const MAX_CHUNK_BYTES = 1024 * 1024;

/** Minimum size of a chunk, except for the last one; it limits the rows and files of a photo. */
export const MIN_CHUNK_BYTES = 64 * 1024;

/** Increase of the chunk size after a successful chunk. */
const GROWTH = 32 * 1024;

/** Divisor of the chunk size after a failed chunk. */
const DIVISOR = 4;

/** A chunked upload: total bytes, and bytes received. */
interface Coming {
  readonly bytes: number;
  readonly received: number;
}

interface Piece {
  readonly start: number;
  readonly bytes: number;
}

export function checkChunk(
  { bytes, received }: Coming,
  piece: Piece,
): 'next' | 'wrong-offset' | 'wrong-size' {
  if (piece.start !== received) return 'wrong-offset';
  const end = piece.start + piece.bytes;
  if (piece.bytes === 0 || end > bytes) return 'wrong-size';
  return piece.bytes < MIN_CHUNK_BYTES && end < bytes ? 'wrong-size' : 'next';
}

/**
 * Returns the size of the next chunk after the result of the previous one (additive increase,
 * multiplicative decrease), which adapts it to the connection.
 */
export function nextChunkBytes(before: number, became: 'kept' | 'broken'): number {
  if (became === 'kept') return Math.min(MAX_CHUNK_BYTES, before + GROWTH);
  return Math.max(MIN_CHUNK_BYTES, Math.floor(before / DIVISOR));
}
