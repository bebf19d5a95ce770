import chat from '@phosphor-icons/core/assets/bold/chat-circle-text-bold.svg?raw';
import ear from '@phosphor-icons/core/assets/duotone/ear-duotone.svg?raw';
import { useEffect, useState } from 'react';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { Accessibility } from '../../contract.ts';
import { DEFAULT_ACCESSIBILITY } from '../../domain/defaults.ts';
import { RANGES } from '../../limits.ts';
import { speakAs, stopSounds } from '../sounds.ts';
import { Actions, Step } from './Step.tsx';

const { least, step } = RANGES.speechRate;

const SENTENCES = [
  'Good evening. It is eight o’clock. Time for Lisinopril, one tablet with water.',
  'The doctor comes on Tuesday at half past ten. Please have your list at hand.',
];

interface VoiceStepProps {
  speechVolume: Accessibility['speechVolume'];
  onDone: (speechRate: number | undefined) => void;
}

/** Plays the voice slower and slower until it is easy to follow. */
export function VoiceStep({ speechVolume, onDone }: VoiceStepProps) {
  const [rate, setRate] = useState(DEFAULT_ACCESSIBILITY.speechRate);
  const [times, setTimes] = useState(0);
  const [isThere, setThere] = useState(true);
  useEffect(() => stopSounds, []);
  const speak = (speechRate: number) => {
    setRate(speechRate);
    setTimes(times + 1);
    setThere(speakAs({ speechRate, speechVolume }, SENTENCES[times % SENTENCES.length] ?? ''));
  };
  const line = isThere
    ? 'Can you follow every word? If not, let it speak more slowly.'
    : 'This device has no English voice, so there is nothing to hear. Please go on.';
  return (
    <Step icon={ear} title="Listen to the voice" line={line}>
      <Actions>
        <TouchButton variant="outline" icon={chat} onPress={() => speak(rate)}>
          {times === 0 ? 'Listen' : 'Once more'}
        </TouchButton>
        <TouchButton
          variant="outline"
          isDisabled={times === 0 || rate === least}
          onPress={() => speak(rate - step)}
        >
          Slower
        </TouchButton>
        <TouchButton onPress={() => onDone(times === 0 || !isThere ? undefined : rate)}>
          {times === 0 || !isThere ? 'Leave this out' : 'This is good'}
        </TouchButton>
      </Actions>
    </Step>
  );
}
