import { useMemo } from 'react';
import type { Settings } from '#features/settings/contract.ts';
import { useSpokenLabels } from '#kit/web/voice/use-spoken-labels.ts';
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
  useSpokenLabels(guides);
}
