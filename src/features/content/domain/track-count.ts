export const MAX_TRACKS = 10_000;

export const WRONG_TRACK_COUNT = 'Please write the number of tracks in digits, such as 24.';

/** Parses a typed number of tracks; undefined if it is invalid. */
export function trackCountOf(text: string): number | undefined {
  const count = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= MAX_TRACKS ? count : undefined;
}

/** '24 tracks' */
export function tracksOf(count: number): string {
  return count === 1 ? '1 track' : `${count} tracks`;
}
