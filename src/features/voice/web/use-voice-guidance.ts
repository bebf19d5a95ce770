import { useEffect, useMemo } from 'react';
import type { Settings } from '#features/settings/contract.ts';
import { useVoice } from '#kit/web/voice/voice.ts';
import { kindsOf } from '../spoken-kinds.ts';

/**
 * Lets the screens inside speak as far as the family wants it; before that is known, not at all. Of
 * several tabs the one that sounds is the one that speaks.
 */
export function useVoiceGuidance(settings: Settings | undefined, isOurs: boolean): void {
  const guides = isOurs && settings?.voiceGuidanceEnabled === true;
  const tells = isOurs && settings?.photoVoiceGuidanceEnabled === true;
  useVoice(useMemo(() => kindsOf(guides, tells), [guides, tells]));
  useEffect(() => (guides ? speakLabels() : undefined), [guides]);
}

/** When whatever the first screen needs has long been there, in milliseconds. */
const AT_HAND_AFTER_MS = 2_000;

/**
 * Small first screens (lazy loading): the labels come a moment after the screen, or with the first
 * touch, which is spoken then.
 */
function speakLabels(): () => void {
  let isOver = false;
  let first: PointerEvent | undefined;
  let stop: (() => void) | undefined;
  const wait = new AbortController();
  const load = () => {
    wait.abort();
    clearTimeout(timer);
    import('#kit/web/voice/spoken-labels.ts').then(
      ({ startSpokenLabels }) => {
        if (!isOver) stop = startSpokenLabels(first);
      },
      // Without a connection the labels stay silent; the reminders speak all the same.
      () => undefined,
    );
  };
  const timer = setTimeout(load, AT_HAND_AFTER_MS);
  const options = { capture: true, signal: wait.signal };
  document.addEventListener('keydown', load, options);
  document.addEventListener(
    'pointerdown',
    (event) => {
      first = event;
      load();
    },
    options,
  );
  return () => {
    isOver = true;
    wait.abort();
    clearTimeout(timer);
    stop?.();
  };
}
