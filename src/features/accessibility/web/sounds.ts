import { chimeSounder, setChime, USUAL_CHIME, unlock } from '#kit/web/voice/chime.ts';
import {
  readyVoice,
  setManner,
  startSpeech,
  stopSpeech,
  USUAL_MANNER,
} from '#kit/web/voice/speech.ts';
import type { Accessibility } from '../contract.ts';
import { alarmSoundOf } from './alarm-sounds.ts';

/** With so much of its loudness a reminder begins; it rises from there. */
const FIRST_LOUDNESS = 0.8;

/** The tone of an alarm, once; after a press. */
export function playAlarmTone(values: Pick<Accessibility, 'alarmTone' | 'alarmLoudness'>): void {
  stopSpeech();
  unlock();
  setChime(alarmSoundOf(values));
  chimeSounder.silence();
  chimeSounder.tone(FIRST_LOUDNESS);
}

/** Says a text as that elder hears it. False: no voice is there. */
export function sayAs(
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

/** Silence, and everything as usual for who comes next. */
export function stopSounds(): void {
  chimeSounder.silence();
  stopSpeech();
  setChime(USUAL_CHIME);
  setManner(USUAL_MANNER);
}
