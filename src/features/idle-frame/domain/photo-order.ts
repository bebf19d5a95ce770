import { DAY_MS } from '#platform/shared/durations.ts';

interface Photo {
  readonly id: string;
  readonly uploadedAt: string;
}

interface Turn<Shown extends Photo> {
  /** The available photos, newest first. */
  readonly photos: readonly Shown[];
  /** The ids of the photos that were already shown in this round, the last one at the end. */
  readonly shown: readonly string[];
  readonly now: number;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive), like `Math.random`. */
  readonly random: () => number;
}

/**
 * Returns the next photo: first the photos of the last day, newest first; at the start of a round
 * the newest of all; then a random one. No photo is repeated within a round, or shown twice in a
 * row unless it is the only one. Undefined without photos.
 */
export function nextPhoto<Shown extends Photo>(turn: Turn<Shown>): Shown | undefined {
  const { photos, shown, now, random } = turn;
  const left = photos.filter(({ id }) => !shown.includes(id));
  if (left.length === 0) return firstOfRound(turn);
  const newest = left.find(({ uploadedAt }) => isNew(uploadedAt, now));
  if (newest !== undefined) return newest;
  return shown.length === 0 ? left[0] : left[Math.floor(random() * left.length)];
}

/**
 * Returns the shown photos of the round after `id` was shown. When all photos have been shown, a
 * new round begins with `id`.
 */
export function shownAfter(
  { photos, shown }: Pick<Turn<Photo>, 'photos' | 'shown'>,
  id: string,
): readonly string[] {
  const isOver = photos.every((photo) => shown.includes(photo.id));
  return isOver ? [id] : [...shown, id];
}

function firstOfRound<Shown extends Photo>({
  photos,
  shown,
  ...turn
}: Turn<Shown>): Shown | undefined {
  const last = shown.at(-1);
  const others = photos.filter(({ id }) => id !== last);
  return others.length === 0 ? photos[0] : nextPhoto({ ...turn, photos: others, shown: [] });
}

function isNew(uploadedAt: string, now: number): boolean {
  return now - Date.parse(uploadedAt) < DAY_MS;
}
