import type { Tablet } from '../contract.ts';

const STATES: Record<Tablet['state'], string> = {
  sounding: 'awake, sound on',
  silent: 'awake, sound blocked',
  hidden: 'shows something else or is off',
  gone: 'does not answer',
  'not known': 'has not said how it is',
};

/** Returns 'Tablet awake, sound on'. */
export function tabletMessage({ state, name }: Pick<Tablet, 'state' | 'name'>, of: number): string {
  return `${of > 1 ? name : 'Tablet'} ${STATES[state]}`;
}

/** A battery that is not charging is mentioned at or below this percentage. */
const LOW_PERCENT = 25;

type Power = Pick<Tablet, 'batteryPercent' | 'charging'>;

export function isLow({ batteryPercent, charging }: Power): boolean {
  return charging === false && batteryPercent !== null && batteryPercent <= LOW_PERCENT;
}

/** Returns 'Charging, 92 %'. */
export function powerMessage({ batteryPercent, charging }: Power): string {
  if (batteryPercent === null) return 'Battery not known';
  return charging ? `Charging, ${batteryPercent} %` : `Not charging, ${batteryPercent} %`;
}
