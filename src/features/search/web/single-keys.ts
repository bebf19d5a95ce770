import { readLocal, writeLocal } from '#platform/web/local-values.ts';

/** Storage key of the setting that disables single-character shortcuts (WCAG 2.1.4). */
const KEY = 'single-keys';
const OFF = 'off';

export function areSingleKeysOn(): boolean {
  return readLocal(KEY) !== OFF;
}

export function setSingleKeys(areOn: boolean): void {
  writeLocal(KEY, areOn ? undefined : OFF);
}
