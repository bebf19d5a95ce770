import type { Photo } from '../../contract.ts';

/**
 * What is chosen after a press on `id`: that one more or fewer, and with Shift all from the one that
 * was pressed before up to it, as that one was.
 */
export function afterPress(
  ids: readonly string[],
  chosen: ReadonlySet<string>,
  press: { readonly id: string; readonly before?: string | undefined; readonly isRange: boolean },
): ReadonlySet<string> {
  const { id, before, isRange } = press;
  const from = before === undefined ? -1 : ids.indexOf(before);
  const next = new Set(chosen);
  if (!isRange || from === -1 || before === id) {
    if (!next.delete(id)) next.add(id);
    return next;
  }
  const to = ids.indexOf(id);
  const isAdded = before !== undefined && chosen.has(before);
  for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isAdded) next.add(each);
    else next.delete(each);
  }
  return next;
}

/** The album's order with the chosen ones first, each group as it was. */
export function chosenFirst(ids: readonly string[], chosen: ReadonlySet<string>): string[] {
  return [...ids.filter((id) => chosen.has(id)), ...ids.filter((id) => !chosen.has(id))];
}

export type DateOrder = 'oldest' | 'newest';

/**
 * The ids by when the photos were taken, or uploaded where no camera wrote that; those of one moment
 * stay as they are. A camera's time has no zone and is taken as it stands, as that of the upload is.
 */
export function byDate(photos: readonly Photo[], order: DateOrder): string[] {
  const dated = photos.map(({ id, takenAt, uploadedAt }) => ({
    id,
    at: (takenAt ?? uploadedAt).slice(0, 19),
  }));
  const sign = order === 'oldest' ? 1 : -1;
  return dated.sort((one, other) => sign * one.at.localeCompare(other.at)).map(({ id }) => id);
}
