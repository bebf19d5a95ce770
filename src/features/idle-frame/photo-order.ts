import { DAY_MS } from '#platform/shared/durations.ts';

interface Photo {
  readonly id: string;
  readonly uploadedAt: string;
}

interface Turn<Shown extends Photo> {
  /** The newest first. */
  readonly photos: readonly Shown[];
  /** The ids that this round has shown, the last one at the end. */
  readonly shown: readonly string[];
  readonly now: number;
  /** From 0 to below 1, as `Math.random` returns it. */
  readonly random: () => number;
}

/**
 * The photo that comes next: those of the last day, the newest first; at the start of a round the newest of
 * all; then one at random. No photo comes twice in a round, or twice in a row where there is another.
 * Undefined without photos.
 */
export function nextPhoto<Shown extends Photo>(turn: Turn<Shown>): Shown | undefined {
  const { photos, shown, now, random } = turn;
  const left = photos.filter(({ id }) => !shown.includes(id));
  if (left.length === 0) return firstOfRound(turn);
  const newest = left.find(({ uploadedAt }) => isNew(uploadedAt, now));
  if (newest !== undefined) return newest;
  return shown.length === 0 ? left[0] : left[Math.floor(random() * left.length)];
}

/** The ids of the round after this photo: a round begins again when all photos were shown. */
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
