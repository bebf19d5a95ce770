import speaker from '@phosphor-icons/core/assets/bold/speaker-high-bold.svg?raw';
import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import { useEffect, useState } from 'react';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import { unlock } from '#platform/web/voice/chime.ts';
import type { Accessibility } from '../../contract.ts';
import { RANGES } from '../../limits.ts';
import { playAlarmTone, stopSounds } from '../sounds.ts';
import { Actions, Step } from './Step.tsx';

const { least, most, step } = RANGES.alarmLoudness;

/** Milliseconds of silence before the first tone and before each louder one. */
const SILENCE_MS = 2500;

interface AlarmStepProps {
  alarmTone: Accessibility['alarmTone'];
  /**
   * The lowest loudness that the elder noticed; null if none, undefined if the step was skipped.
   */
  onDone: (heardAt: number | null | undefined) => void;
}

/** Plays the alarm louder and louder until the elder hears it. */
export function AlarmStep({ alarmTone, onDone }: AlarmStepProps) {
  const [playing, setPlaying] = useState<number>();
  const [isSounding, setSounding] = useState(false);
  useEffect(() => {
    if (playing === undefined) return;
    if (playing >= least && playing <= most) playAlarmTone({ alarmTone, alarmLoudness: playing });
    setSounding(playing >= least);
    const timer = setTimeout(() => {
      if (playing > most) onDone(null);
      else setPlaying(playing + step);
    }, SILENCE_MS);
    return () => clearTimeout(timer);
  }, [playing, alarmTone, onDone]);
  useEffect(() => stopSounds, []);
  if (playing === undefined) {
    const start = () => {
      unlock();
      setPlaying(least - step);
    };
    return (
      <Step
        icon={bell}
        title="Now listen for the alarm"
        line="It begins softly and grows louder. Press as soon as you hear it. Hearing aids as usual."
      >
        <Actions>
          <TouchButton variant="outline" onPress={() => onDone(undefined)}>
            Leave this out
          </TouchButton>
          <TouchButton icon={speaker} onPress={start}>
            Start
          </TouchButton>
        </Actions>
      </Step>
    );
  }
  return (
    <Step
      icon={bell}
      title="Press when you hear it"
      line={isSounding ? 'Listen…' : 'It is quiet yet…'}
    >
      <TouchButton
        size="alarm"
        variant="success"
        className="mx-auto w-full max-w-160"
        onPress={() => isSounding && onDone(Math.min(playing, most))}
      >
        I hear it
      </TouchButton>
    </Step>
  );
}
