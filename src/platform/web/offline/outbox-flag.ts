import { readLocal, writeLocal } from '../local-values.ts';

/**
 * Storage key of the flag that an outbox has entries, which can be read without opening the
 * database.
 */
const placeOf = (outbox: string) => `${outbox}-wait`;

/**
 * True if entries of any user are waiting on this device, so that a page delivers them as soon as
 * it starts. If the browser does not store the flag, the page finds the entries a few seconds
 * later.
 */
export function doEntriesWait(outbox: string): boolean {
  return readLocal(placeOf(outbox)) !== null;
}

export function setEntriesWait(outbox: string, doWait: boolean): void {
  writeLocal(placeOf(outbox), doWait ? 'yes' : undefined);
}
