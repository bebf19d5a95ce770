import type { Chime, Note } from '#kit/web/voice/chime.ts';
import type { Accessibility } from '../contract.ts';

/**
 * The tones by their names. Whoever hears high tones badly hears a square wave of about 520 Hz best,
 * as NFPA 72 asks of alarms in bedrooms; the deep one is for those to whom that is still too high.
 */
const NOTES: Readonly<Record<Accessibility['alarmTone'], readonly Note[]>> = {
  clear: [{ pitch: 523.25, seconds: 0.9 }],
  rich: [{ pitch: 523.25, seconds: 0.9, wave: 'square' }],
  deep: [{ pitch: 261.63, seconds: 1, wave: 'sawtooth' }],
  double: [
    { pitch: 659.25, seconds: 0.6 },
    { pitch: 440, seconds: 0.9, after: 0.45 },
  ],
};

/** What an alarm of that tone and loudness sounds like. */
export function alarmSoundOf({
  alarmTone,
  alarmLoudness,
}: Pick<Accessibility, 'alarmTone' | 'alarmLoudness'>): Chime {
  return { notes: NOTES[alarmTone], loudness: alarmLoudness / 100 };
}
