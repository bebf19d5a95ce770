import { keepHere, keptHere } from '#kit/web/kept-here.ts';

/** Storage key of the setting that disables single-character shortcuts (WCAG 2.1.4). */
const KEY = 'single-keys';
const OFF = 'off';

export function areSingleKeysOn(): boolean {
  return keptHere(KEY) !== OFF;
}

export function setSingleKeys(areOn: boolean): void {
  keepHere(KEY, areOn ? undefined : OFF);
}
