import { keepText, keptText } from '#kit/web/kept-text.ts';

/** Kept in the browser, so that a tablet whose session ended asks for a code and not for an email. */
const PLACE = 'paired-tablet';

/** Whether this device was last signed in with a pairing code. */
export const isPairedTablet = (): boolean => keptText(PLACE) !== null;

/** Remembers that this device was signed in with a code, or with something else. */
export const rememberPaired = (isPaired: boolean) => keepText(PLACE, isPaired ? 'yes' : null);
