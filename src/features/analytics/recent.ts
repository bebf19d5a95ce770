/** How many entries the list has at most. */
const MOST_RECENT = 6;

/** So many starts always hold that many entries: of each two, at most one is left out. */
export const STARTS_READ = 2 * MOST_RECENT;

export interface Start {
  readonly userId: string;
  readonly activity: string;
  /** Of the video, playlist or article; null when it was the screen that lists them. */
  readonly itemId: string | null;
}

/**
 * What was opened last, the newest first as it is given. The visit on which something was opened is
 * not told beside it.
 */
export function recentUses<S extends Start>(starts: readonly S[]): S[] {
  const openedOnVisit = new Set<string>();
  const told = starts.filter(({ userId, activity, itemId }) => {
    const whose = `${userId} ${activity}`;
    if (itemId === null) return !openedOnVisit.delete(whose);
    openedOnVisit.add(whose);
    return true;
  });
  return told.slice(0, MOST_RECENT);
}
