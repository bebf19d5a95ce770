import { keepText, keptText } from '#kit/web/kept-text.ts';

/** Where this browser keeps that single letters do nothing (WCAG 2.1.4). */
const KEY = 'single-keys';
const OFF = 'off';

export const areSingleKeysOn = (): boolean => keptText(KEY) !== OFF;

export const setSingleKeys = (areOn: boolean) => keepText(KEY, areOn ? null : OFF);
