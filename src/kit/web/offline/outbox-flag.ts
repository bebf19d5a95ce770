/** Says without opening anything larger whether entries of an outbox wait on this device. */
const placeOf = (outbox: string) => `${outbox}-wait`;

/** Whether entries of anybody wait here, so that they are delivered as soon as a page starts. */
export function doEntriesWait(outbox: string): boolean {
  try {
    return localStorage.getItem(placeOf(outbox)) !== null;
  } catch {
    // They are then found a few seconds later.
    return false;
  }
}

/** Remembers whether entries wait. */
export function noteEntriesWait(outbox: string, doWait: boolean): void {
  try {
    if (doWait) localStorage.setItem(placeOf(outbox), 'yes');
    else localStorage.removeItem(placeOf(outbox));
  } catch {
    // As above.
  }
}
