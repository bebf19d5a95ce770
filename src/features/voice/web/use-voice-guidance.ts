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

/** When whatever the first screen needs has long been there. */
const AT_HAND_AFTER_MS = 2_000;

/** Small first screens: the labels are spoken a moment after the screen is there. */
function speakLabels(): () => void {
  let isOver = false;
  let stop: (() => void) | undefined;
  const timer = setTimeout(() => {
    import('#kit/web/voice/spoken-labels.ts').then(
      ({ startSpokenLabels }) => {
        if (!isOver) stop = startSpokenLabels();
      },
      // Without a connection the labels stay silent; the reminders speak all the same.
      () => undefined,
    );
  }, AT_HAND_AFTER_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop?.();
  };
}
