import type { Accessibility } from '../contract.ts';

/** The labels of the preferences in the panel. */
export const ACCESSIBILITY_WORDS: Readonly<Record<keyof Accessibility, string>> = {
  holdMs: 'Hold to press',
  driftPx: 'A finger may drift',
  repeatMs: 'Ignore a second press',
  textSize: 'Text size',
  contrast: 'Contrast',
  motion: 'Motion',
  alarmTone: 'Alarm tone',
  alarmLoudness: 'Alarm loudness',
  screenFlash: 'Screen flash with the alarm',
  speechRate: 'Speed of the voice',
  speechVolume: 'Loudness of the voice',
  hand: 'Hand',
};

/** The labels of the options. */
export const CHOICE_WORDS = {
  contrast: { normal: 'Normal', more: 'Higher' },
  motion: { normal: 'Normal', calm: 'Calm', none: 'None' },
  alarmTone: { clear: 'Clear', rich: 'Rich', deep: 'Deep', double: 'Two notes' },
  hand: { right: 'Right', left: 'Left' },
} as const;

export function valueMessage<Name extends keyof Accessibility>(
  name: Name,
  value: Accessibility[Name],
): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'string') {
    return (
      new Map<string, string>(
        Object.entries(CHOICE_WORDS).flatMap(([of, words]) =>
          of === name ? Object.entries(words) : [],
        ),
      ).get(value) ?? value
    );
  }
  if (name === 'holdMs') return value === 0 ? 'Not at all' : `${secondsOf(value)} seconds`;
  if (name === 'driftPx') return `${value} pixels`;
  if (name === 'repeatMs') return `Within ${secondsOf(value)} seconds`;
  return `${value} %`;
}

/** 800 becomes '0.8', 1000 becomes '1'. */
function secondsOf(milliseconds: number): string {
  return String(milliseconds / 1000);
}
