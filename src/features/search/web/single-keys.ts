/** Where this browser keeps that single letters do nothing (WCAG 2.1.4). */
const KEY = 'single-keys';
const OFF = 'off';

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

export function setSingleKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // Without a storage it holds as long as nothing is kept at all.
  }
}
