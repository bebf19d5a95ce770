/** Kept in the browser, so that a tablet whose session ended asks for a code and not for an email. */
const PLACE = 'paired-tablet';

/** Whether this device was last signed in with a pairing code. */
export function isPairedTablet(): boolean {
  try {
    return localStorage.getItem(PLACE) !== null;
  } catch {
    // A browser that keeps nothing knows of no pairing.
    return false;
  }
}

/** Remembers that this device was signed in with a code, or with something else. */
export function rememberPaired(isPaired: boolean): void {
  try {
    if (isPaired) localStorage.setItem(PLACE, 'yes');
    else localStorage.removeItem(PLACE);
  } catch {
    // Then the sign-in screen stands where the pairing screen would.
  }
}
