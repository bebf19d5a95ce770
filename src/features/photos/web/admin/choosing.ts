import type { Photo } from '../../contract.ts';

/**
 * Returns the selection after a press on `id`. Without Shift, that photo is toggled. With Shift,
 * all photos from the previously pressed one to this one get the state of the previously pressed
 * one.
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

/** Returns the album's order with the selected photos first; both groups keep their order. */
export function chosenFirst(ids: readonly string[], chosen: ReadonlySet<string>): string[] {
  return [...ids.filter((id) => chosen.has(id)), ...ids.filter((id) => !chosen.has(id))];
}

export type DateOrder = 'oldest' | 'newest';

/**
 * Returns the ids by the time the photos were taken or, without a camera time, uploaded. Equal
 * times keep their order. A camera time has no zone and is compared as is.
 */
export function byDate(photos: readonly Photo[], order: DateOrder): string[] {
  const dated = photos.map(({ id, takenAt, uploadedAt }) => ({
    id,
    at: (takenAt ?? uploadedAt).slice(0, 19),
  }));
  const sign = order === 'oldest' ? 1 : -1;
  return dated.sort((one, other) => sign * one.at.localeCompare(other.at)).map(({ id }) => id);
}
