import { readLocal, writeLocal } from '#platform/web/local-values.ts';

/** Storage key, so that a tablet whose session ended asks for a code instead of an email. */
const PLACE = 'paired-tablet';

/** True if the last sign-in on this device used a pairing code. */
export function isPairedTablet(): boolean {
  return readLocal(PLACE) !== null;
}

export function rememberPaired(isPaired: boolean): void {
  writeLocal(PLACE, isPaired ? 'yes' : undefined);
}
