/** Maximum number of entries in the list. */
const MAX_RECENT = 6;

/**
 * Number of starts to read. At most one of two starts is left out, so twice the entries suffice.
 */
export const STARTS_READ = 2 * MAX_RECENT;

export interface Start {
  readonly userId: string;
  readonly activity: string;
  /** The video, playlist or article; null for the screen that lists them. */
  readonly itemId: string | null;
}

/**
 * Returns the last opened content, in the given order, newest first. A visit is left out if content
 * was opened on it.
 */
export function recentUses<S extends Start>(starts: readonly S[]): S[] {
  const openedOnVisit = new Set<string>();
  const told = starts.filter(({ userId, activity, itemId }) => {
    const whose = `${userId} ${activity}`;
    if (itemId === null) return !openedOnVisit.delete(whose);
    openedOnVisit.add(whose);
    return true;
  });
  return told.slice(0, MAX_RECENT);
}
