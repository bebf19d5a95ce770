import { useSyncExternalStore } from 'react';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { hush } from './voice.ts';

/**
 * A note: pitch in hertz, length in seconds, and its start in seconds after the beginning of the
 * chime.
 */
export interface Tone {
  readonly pitch: number;
  readonly seconds: number;
  readonly after?: number;
  /** Waveform. Default: triangle. */
  readonly wave?: OscillatorType;
}

/** A signal that is repeated: its notes, and its loudness relative to the default 1. */
export interface Chime {
  readonly notes: readonly Tone[];
  readonly loudness: number;
}

export const USUAL_CHIME: Chime = { notes: [{ pitch: 523.25, seconds: 0.9 }], loudness: 1 };

let chime = USUAL_CHIME;

/** Sets the signal, from the next tone on. */
export function setChime(next: Chime): void {
  chime = next;
}

const ATTACK_SECONDS = 0.03;

/** Events after which browsers allow a page to play sound. */
const PRESSES = ['pointerup', 'click', 'touchend', 'keydown'] as const;

let context: AudioContext | undefined;
let sounding: { oscillator: OscillatorNode; gain: GainNode }[] = [];
/**
 * Ends the muting of speech. Speech is muted from the first tone of a signal until the signal is
 * silenced.
 */
let release: (() => void) | undefined;
const watchers = new Set<() => void>();

/** True if the browser allows sound: usually after a click, touch or key press. */
export function useSoundUnlocked(): boolean {
  return useSyncExternalStore(watch, isSoundUnlocked);
}

/** Plays the signal; speech is muted meanwhile. */
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

/** Plays a single note. It is silent while the browser blocks sound. */
export function soundOnce(note: Tone, loudness: number): void {
  if (!isSoundUnlocked()) return;
  setTimeout(hush(), note.seconds * SECOND_MS);
  sounding = [];
  sound(note, loudness);
}

/**
 * Plays a note with a soft start and end, rich in overtones for small loudspeakers and impaired
 * hearing.
 */
function sound({ pitch, seconds, after = 0, wave = 'triangle' }: Tone, loudness: number): void {
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
    // Fades out, because an abrupt end would be audible as a click.
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
    // The user may already have pressed something on an earlier screen.
    if (navigator.userActivation?.hasBeenActive) unlock();
  }
  watchers.add(tell);
  return () => {
    watchers.delete(tell);
    if (watchers.size > 0) return;
    for (const press of PRESSES) window.removeEventListener(press, unlock, { capture: true });
  };
}

/** Enables sound if the browser allows it; called after a press, or where no press is needed. */
export function unlock(): void {
  if (isSoundUnlocked()) return;
  if (!context) {
    context = new AudioContext();
    // The device can suspend the context later, when a call or another app takes the audio output.
    context.addEventListener('statechange', () => {
      for (const tell of watchers) tell();
    });
  }
  // Ignored: it rejects until the browser accepts a press, and the next press tries again.
  context.resume().catch(() => undefined);
}
