export const MOST_TRACKS = 10_000;

export const WRONG_TRACK_COUNT = 'Please write the number of tracks in digits, such as 24.';

/** What a person wrote as a number of tracks; undefined when it is none. */
export function trackCountOf(text: string): number | undefined {
  const count = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= MOST_TRACKS ? count : undefined;
}

/** '24 tracks' */
export function tracksOf(count: number): string {
  return count === 1 ? '1 track' : `${count} tracks`;
}
