/** Says without opening anything larger whether presses wait on this tablet. */
const PLACE = 'presses-wait';

/** Whether presses of anybody wait here, so that they are delivered as soon as a page starts. */
export function doPressesWait(): boolean {
  try {
    return localStorage.getItem(PLACE) !== null;
  } catch {
    // They are then found a few seconds later.
    return false;
  }
}

export function notePressesWait(doWait: boolean): void {
  try {
    if (doWait) localStorage.setItem(PLACE, 'yes');
    else localStorage.removeItem(PLACE);
  } catch {
    // As above.
  }
}
