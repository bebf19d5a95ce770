let isAsked = false;

/**
 * Requests persistent storage once per page, so that the browser does not evict this tablet's data
 * (undelivered presses, a week of doses, the pages) when the disk is full or the tablet is not used
 * for a week. A browser that has granted it is not asked again; one that refused is asked again by
 * the next page.
 */
export async function askToKeep(): Promise<void> {
  // Undefined on a page without a secure context, although the types always declare it.
  if (isAsked || !('storage' in navigator) || !('persist' in navigator.storage)) return;
  isAsked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // The data then stay subject to the browser's normal eviction.
  }
}
