/** The largest piece of a photo, in bytes; what is no larger is sent whole, in one call. */
export const LARGEST_PIECE = 1024 * 1024;

/** The smallest, but for the last of a photo: so few rows and files at most are of one. */
export const SMALLEST_PIECE = 64 * 1024;

/** How much larger the next one is, after one that went through. */
const GROWTH = 32 * 1024;

/** How much smaller, after one that broke. */
const DIVISOR = 4;

/** A photo that comes in pieces: its bytes, and how many of them are safe. */
interface Coming {
  readonly bytes: number;
  readonly received: number;
}

interface Piece {
  readonly start: number;
  readonly bytes: number;
}

/** Whether it is the next piece of that photo. */
export function judgePiece(
  { bytes, received }: Coming,
  piece: Piece,
): 'next' | 'wrong-offset' | 'wrong-size' {
  if (piece.start !== received) return 'wrong-offset';
  const end = piece.start + piece.bytes;
  if (piece.bytes === 0 || end > bytes) return 'wrong-size';
  return piece.bytes < SMALLEST_PIECE && end < bytes ? 'wrong-size' : 'next';
}

/**
 * How large the next piece is, by what became of the one before (additive increase, multiplicative
 * decrease): as large as the line bears between two breaks.
 */
export function nextPieceBytes(before: number, became: 'kept' | 'broken'): number {
  if (became === 'kept') return Math.min(LARGEST_PIECE, before + GROWTH);
  return Math.max(SMALLEST_PIECE, Math.floor(before / DIVISOR));
}
