import { useEffect, useMemo } from 'react';
import type { Settings } from '#features/settings/contract.ts';
import { useVoice } from '#platform/web/voice/voice.ts';
import { kindsOf } from '../domain/spoken-kinds.ts';

/**
 * Enables speech according to the family's settings; disabled until they are loaded. If several
 * tabs are open, only the one that plays sound speaks.
 */
export function useVoiceGuidance(settings: Settings | undefined, isOurs: boolean): void {
  const guides = isOurs && settings?.voiceGuidanceEnabled === true;
  const tells = isOurs && settings?.photoVoiceGuidanceEnabled === true;
  useVoice(useMemo(() => kindsOf(guides, tells), [guides, tells]));
  useEffect(() => (guides ? speakLabels() : undefined), [guides]);
}

/** Delay in milliseconds after which the first screen has certainly loaded. */
const AT_HAND_AFTER_MS = 2_000;

/**
 * Loads the labels after the first screen to keep it small, or with the first touch, which is then
 * spoken.
 */
function speakLabels(): () => void {
  let isOver = false;
  let first: PointerEvent | undefined;
  let stop: (() => void) | undefined;
  const wait = new AbortController();
  const load = () => {
    wait.abort();
    clearTimeout(timer);
    import('#platform/web/voice/spoken-labels.ts').then(
      ({ startSpokenLabels }) => {
        if (!isOver) stop = startSpokenLabels(first);
      },
      // If the chunk cannot be loaded, labels are not spoken; reminders still are.
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
