import type { Accessibility } from '../contract.ts';

/** Used until an administrator changes the preferences of an elder. */
export const DEFAULT_ACCESSIBILITY: Accessibility = {
  holdMs: 0,
  driftPx: 40,
  repeatMs: 800,
  textSize: 100,
  contrast: 'normal',
  motion: 'normal',
  alarmTone: 'clear',
  alarmLoudness: 100,
  screenFlash: false,
  speechRate: 90,
  speechVolume: 100,
  hand: 'right',
};
