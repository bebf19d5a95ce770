let isAsked = false;

/**
 * Asks the browser, once in a page, not to clear away what this tablet keeps when its disk is full or
 * nobody comes for a week: presses that are not delivered, the doses of a week, the pages themselves.
 * A browser that has agreed is not asked again; one that refuses is asked by the next page.
 */
export async function askToKeep(): Promise<void> {
  // Not there on a page that is not secure, whatever the types say.
  if (isAsked || !('storage' in navigator) || !('persist' in navigator.storage)) return;
  isAsked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // It is then kept as well as this browser keeps things.
  }
}
