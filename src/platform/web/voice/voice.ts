import { useEffect, useLayoutEffect } from 'react';
import { readyVoice, startSpeech, stopSpeech } from './speech.ts';
import { type Kind, SILENT, type VoiceEvent, voiceAfter } from './voice-queue.ts';

let voice = SILENT;
let lastId = 0;

/**
 * Speaks a text as soon as no text of higher priority is being spoken. Returns a function that
 * cancels it.
 */
export function speakText(kind: Kind, text: string): () => void {
  lastId += 1;
  const id = lastId;
  if (mayBeHeard()) send({ type: 'say', saying: { id, kind, text: text.trim() } });
  return () => send({ type: 'dropped', id });
}

/** Mutes speech while another sound plays. Returns a function that unmutes it. */
export function hush(): () => void {
  let isHeld = true;
  send({ type: 'hushed' });
  return () => {
    if (isHeld) send({ type: 'released' });
    isHeld = false;
  };
}

/** Stops the current text and removes the waiting ones. */
export function silenceVoice(): void {
  send({ type: 'silenced' });
}

/**
 * Sets the kinds of texts that may be spoken while this screen is mounted; a screen that does not
 * call it is silent. A text whose kind is no longer allowed stops at once, and all speech stops
 * when the page is hidden.
 */
export function useVoice(kinds: readonly Kind[]): void {
  // Must be a layout effect: it runs before the effects of child components, which may speak.
  useLayoutEffect(() => send({ type: 'allowed', kinds }), [kinds]);
  useEffect(() => {
    readyVoice();
    const look = () => {
      if (document.visibilityState === 'hidden') silenceVoice();
    };
    document.addEventListener('visibilitychange', look);
    // Some browsers continue to speak after the page was closed.
    window.addEventListener('pagehide', silenceVoice);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', silenceVoice);
      send({ type: 'allowed', kinds: [] });
    };
  }, []);
}

/**
 * Speaks a text when it is first shown, and again when `thing`, the object it is about, changes.
 */
export function useSpoken(kind: Kind, text: string | undefined, thing = text): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words may be said of another thing
  useEffect(() => (text ? speakText(kind, text) : undefined), [kind, text, thing]);
}

/** Mutes speech while `isSounding` is true. */
export function useHush(isSounding: boolean): void {
  useEffect(() => (isSounding ? hush() : undefined), [isSounding]);
}

function send(event: VoiceEvent): void {
  const before = voice.current;
  voice = voiceAfter(voice, event);
  const { current } = voice;
  if (current === before) return;
  if (current) startSpeech(current.text, () => send({ type: 'over', id: current.id }));
  else stopSpeech();
}

/** True if the page is visible and the user has interacted with it, as browsers require. */
function mayBeHeard(): boolean {
  return (
    document.visibilityState === 'visible' && navigator.userActivation?.hasBeenActive !== false
  );
}
