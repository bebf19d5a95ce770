/** Where the doses that this tablet knows lie in the browser's storage. */
export const KNOWN_DOSES = 'known-doses';

/** Nobody is signed in here any more: nothing of anybody's medications stays. */
export function forgetKnownDoses(): void {
  try {
    localStorage.removeItem(KNOWN_DOSES);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
