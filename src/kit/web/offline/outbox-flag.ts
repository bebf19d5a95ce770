import { keepHere, keptHere } from '../kept-here.ts';

/** Says without opening anything larger whether entries of an outbox wait on this device. */
const placeOf = (outbox: string) => `${outbox}-wait`;

/**
 * Whether entries of anybody wait here, so that they are delivered as soon as a page starts. In a browser
 * that does not keep it they are found a few seconds later.
 */
export function doEntriesWait(outbox: string): boolean {
  return keptHere(placeOf(outbox)) !== null;
}

/** Remembers whether entries wait. */
export function noteEntriesWait(outbox: string, doWait: boolean): void {
  keepHere(placeOf(outbox), doWait ? 'yes' : undefined);
}
