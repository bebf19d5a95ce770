import { keepHere, keptHere } from '#kit/web/kept-here.ts';

/** Kept in the browser, so that a tablet whose session ended asks for a code and not for an email. */
const PLACE = 'paired-tablet';

/** Whether this device was last signed in with a pairing code. */
export function isPairedTablet(): boolean {
  return keptHere(PLACE) !== null;
}

/** Remembers that this device was signed in with a code, or with something else. */
export function rememberPaired(isPaired: boolean): void {
  keepHere(PLACE, isPaired ? 'yes' : undefined);
}
