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

/** What is sounded again and again: its notes, and how loud they are beside the usual 1. */
export interface Chime {
  readonly notes: readonly Note[];
  readonly loudness: number;
}

export const USUAL_CHIME: Chime = { notes: [{ pitch: 523.25, seconds: 0.9 }], loudness: 1 };

let chime = USUAL_CHIME;

/** From the next tone on. */
export function setChime(next: Chime): void {
  chime = next;
}

const ATTACK_SECONDS = 0.03;

/** The presses after which a browser lets a page sound. */
const PRESSES = ['pointerup', 'click', 'touchend', 'keydown'] as const;

let context: AudioContext | undefined;
let sounding: { oscillator: OscillatorNode; gain: GainNode }[] = [];
/** Ends the silence of the voice, which lasts from the first tone of a sounding to its end. */
let release: (() => void) | undefined;
const watchers = new Set<() => void>();

/** Whether the browser lets the page sound: as a rule after a click, touch or key press. */
export function useSoundUnlocked(): boolean {
  return useSyncExternalStore(watch, isSoundUnlocked);
}

/** Nothing is said over it. */
export const chimeSounder = {
  tone: (loudness: number): void => {
    release ??= hush();
    sounding = [];
    const loud = Math.min(1, loudness * chime.loudness);
    for (const note of chime.notes) sound(note, loud);
  },
  silence: () => {
    silence();
    release?.();
    release = undefined;
  },
};

/** A note by itself, once. Silent while the browser still blocks sound. */
export function soundOnce(note: Note, loudness: number): void {
  if (!isSoundUnlocked()) return;
  setTimeout(hush(), note.seconds * SECOND_MS);
  sounding = [];
  sound(note, loudness);
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

export function isSoundUnlocked(): boolean {
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
  if (isSoundUnlocked()) return;
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
