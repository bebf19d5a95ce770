import { readLocal, writeLocal } from '../local-values.ts';

/** Key of a flag that shows whether an outbox has entries, without opening the database. */
const placeOf = (outbox: string) => `${outbox}-wait`;

/**
 * True if entries of any user are waiting here, so that they are delivered as soon as a page
 * starts. If the browser does not store the flag, they are found a few seconds later.
 */
export function doEntriesWait(outbox: string): boolean {
  return readLocal(placeOf(outbox)) !== null;
}

export function setEntriesWait(outbox: string, doWait: boolean): void {
  writeLocal(placeOf(outbox), doWait ? 'yes' : undefined);
}
