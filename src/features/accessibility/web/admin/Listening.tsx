import chat from '@phosphor-icons/core/assets/bold/chat-circle-text-bold.svg?raw';
import speaker from '@phosphor-icons/core/assets/bold/speaker-high-bold.svg?raw';
import { useEffect, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Accessibility } from '../../contract.ts';
import { playAlarmTone, speakAs, stopSounds } from '../sounds.ts';

const SENTENCE = 'It is eight o’clock. Time for Lisinopril, one tablet with water.';

/** Plays the alarm and the voice with the current settings. */
export function Listening({ values }: { values: Accessibility }) {
  const [isSilent, setSilent] = useState(false);
  useEffect(() => stopSounds, []);
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" icon={speaker} onPress={() => playAlarmTone(values)}>
          Hear the alarm
        </Button>
        <Button variant="outline" icon={chat} onPress={() => setSilent(!speakAs(values, SENTENCE))}>
          Hear the voice
        </Button>
      </div>
      <p role="status" className="mt-1.5 text-help text-soft">
        {isSilent && 'This browser has no English voice of its own.'}
      </p>
    </div>
  );
}
