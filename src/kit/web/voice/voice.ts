import { useEffect, useLayoutEffect } from 'react';
import { readyVoice, startSpeech, stopSpeech } from './speech.ts';
import { type Kind, SILENT, type VoiceEvent, voiceAfter } from './voice-queue.ts';

let voice = SILENT;
let lastId = 0;

/** Says a text as soon as nothing weightier is said. Returns what makes it silent again. */
export function say(kind: Kind, text: string): () => void {
  lastId += 1;
  const id = lastId;
  if (mayBeHeard()) send({ type: 'say', saying: { id, kind, text: text.trim() } });
  return () => send({ type: 'dropped', id });
}

/** Nothing is said from now on, until what this returns is called: something else sounds. */
export function hush(): () => void {
  let isHeld = true;
  send({ type: 'hushed' });
  return () => {
    if (isHeld) send({ type: 'released' });
    isHeld = false;
  };
}

/** Whatever is being said, and would be after it, is over. */
export function silenceVoice(): void {
  send({ type: 'silenced' });
}

/**
 * What the voice may say while this screen stands; nothing is ever said without it. Each kind that is
 * taken out falls silent at once, all of it when nobody looks at the page.
 */
export function useVoice(kinds: readonly Kind[]): void {
  // Before the effects of the screens inside, which may have something to say.
  useLayoutEffect(() => send({ type: 'allowed', kinds }), [kinds]);
  useEffect(() => {
    readyVoice();
    const look = () => {
      if (document.visibilityState === 'hidden') silenceVoice();
    };
    document.addEventListener('visibilitychange', look);
    // A browser can speak on after its page is gone.
    window.addEventListener('pagehide', silenceVoice);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', silenceVoice);
      send({ type: 'allowed', kinds: [] });
    };
  }, []);
}

/** Speaks a text for as long as it stands there, each time it is that of another thing. */
export function useSpoken(kind: Kind, text: string | undefined, thing = text): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words may be said of another thing
  useEffect(() => (text ? say(kind, text) : undefined), [kind, text, thing]);
}

/** Keeps the voice silent while something else sounds. */
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

/** Seen, and touched before: a page that was only opened says nothing, as browsers want it too. */
function mayBeHeard(): boolean {
  return (
    document.visibilityState === 'visible' && navigator.userActivation?.hasBeenActive !== false
  );
}
