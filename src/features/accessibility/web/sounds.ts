import { chimeSounder, setChime, USUAL_CHIME, unlock } from '#platform/web/voice/chime.ts';
import {
  readyVoice,
  setManner,
  startSpeech,
  stopSpeech,
  USUAL_MANNER,
} from '#platform/web/voice/speech.ts';
import type { Accessibility } from '../contract.ts';
import { alarmSoundOf } from './alarm-sounds.ts';

/** Fraction of its full loudness with which the alarm of a reminder begins. */
const FIRST_LOUDNESS = 0.8;

/** Plays the tone of an alarm once; must be called from a user gesture. */
export function playAlarmTone(values: Pick<Accessibility, 'alarmTone' | 'alarmLoudness'>): void {
  stopSpeech();
  unlock();
  setChime(alarmSoundOf(values));
  chimeSounder.silence();
  chimeSounder.tone(FIRST_LOUDNESS);
}

/** Speaks a text with the elder's speech settings. Returns false if no voice is available. */
export function speakAs(
  { speechRate, speechVolume }: Pick<Accessibility, 'speechRate' | 'speechVolume'>,
  text: string,
  onOver: () => void = () => undefined,
): boolean {
  chimeSounder.silence();
  setManner({ rate: speechRate / 100, volume: speechVolume / 100 });
  const isThere = readyVoice() !== undefined;
  startSpeech(text, onOver);
  return isThere;
}

/** Stops all sounds and restores the default chime and voice. */
export function stopSounds(): void {
  chimeSounder.silence();
  stopSpeech();
  setChime(USUAL_CHIME);
  setManner(USUAL_MANNER);
}
