import { useSyncExternalStore } from 'react';
import { SECOND_MS } from '#kit/shared/durations.ts';
import { hush } from './voice.ts';

/** A pitch in hertz, a length in seconds, and how many seconds after the press of its key. */
export interface Note {
  readonly pitch: number;
  readonly seconds: number;
  readonly after?: number;
  /** A triangle unless told. */
  readonly wave?: OscillatorType;
}

/** How the alarm sounds: its notes, and how loud they are beside the usual 1. */
export interface AlarmSound {
  readonly notes: readonly Note[];
  readonly loudness: number;
}

export const USUAL_ALARM: AlarmSound = { notes: [{ pitch: 523.25, seconds: 0.9 }], loudness: 1 };

let alarm = USUAL_ALARM;

/** From the next tone on. */
export function setAlarmSound(next: AlarmSound): void {
  alarm = next;
}

/** My Day's own alert: higher, and only once. */
const DAY_ALERT: Note = { pitch: 800, seconds: 0.8 };
const ATTACK_SECONDS = 0.03;
const DAY_ALERT_LOUDNESS = 0.8;

/** The presses after which a browser lets a page sound. */
const PRESSES = ['pointerup', 'click', 'touchend', 'keydown'] as const;

let context: AudioContext | undefined;
let sounding: { oscillator: OscillatorNode; gain: GainNode }[] = [];
/** Ends the silence of the voice, which lasts from the first tone of a sounding to its end. */
let release: (() => void) | undefined;
const watchers = new Set<() => void>();

/** Whether the browser lets the page sound: as a rule after a click, touch or key press. */
export function useSoundUnlocked(): boolean {
  return useSyncExternalStore(watch, isUnlocked);
}

/** The alarm of the pop-up; nothing is said over it. */
export const alarmSounder = {
  tone: (loudness: number): void => {
    release ??= hush();
    sounding = [];
    const loud = Math.min(1, loudness * alarm.loudness);
    for (const note of alarm.notes) sound(note, loud);
  },
  silence: () => {
    silence();
    release?.();
    release = undefined;
  },
};

/** My Day's alert, once. Silent while the browser still blocks sound. */
export function soundDayAlert(): void {
  if (!isUnlocked()) return;
  setTimeout(hush(), DAY_ALERT.seconds * SECOND_MS);
  sounding = [];
  sound(DAY_ALERT, DAY_ALERT_LOUDNESS);
}

/** Soft at both ends, rich enough for a small loudspeaker and old ears. */
function sound({ pitch, seconds, after = 0, wave = 'triangle' }: Note, loudness: number): void {
  if (!context) return;
  const now = context.currentTime + after;
  const oscillator = new OscillatorNode(context, { type: wave, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, now);
  gain.gain.linearRampToValueAtTime(loudness, now + ATTACK_SECONDS);
  gain.gain.setValueAtTime(loudness, now + seconds / 3);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(now);
  oscillator.stop(now + seconds);
  sounding.push({ oscillator, gain });
}

function silence(): void {
  if (!context) return;
  const now = context.currentTime;
  for (const { oscillator, gain } of sounding) {
    // Not cut off within a wave, which would crack.
    gain.gain.cancelScheduledValues(now);
    gain.gain.setTargetAtTime(0, now, 0.01);
    oscillator.stop(now + 0.05);
  }
  sounding = [];
}

function isUnlocked(): boolean {
  return context?.state === 'running';
}

function watch(tell: () => void): () => void {
  if (watchers.size === 0) {
    for (const press of PRESSES) window.addEventListener(press, unlock, { capture: true });
    // A press on a screen before this one counts too.
    if (navigator.userActivation?.hasBeenActive) unlock();
  }
  watchers.add(tell);
  return () => {
    watchers.delete(tell);
    if (watchers.size > 0) return;
    for (const press of PRESSES) window.removeEventListener(press, unlock, { capture: true });
  };
}

/** Lets the page sound, if the browser does: it is asked after a press, or where it needs none. */
export function unlock(): void {
  if (isUnlocked()) return;
  if (!context) {
    context = new AudioContext();
    // Running, or stopped by the device: a call, another app that took the sound.
    context.addEventListener('statechange', () => {
      for (const tell of watchers) tell();
    });
  }
  // Refused until the browser counts a press: the next one tries again.
  context.resume().catch(() => undefined);
}
