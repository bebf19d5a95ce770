import type { Chime, Tone } from '#platform/web/voice/chime.ts';
import type { Accessibility } from '../contract.ts';

/**
 * The notes of each alarm tone. For people with high-frequency hearing loss, NFPA 72 requires a
 * square wave of about 520 Hz in bedrooms; `deep` is for people who cannot hear that either.
 */
const NOTES: Readonly<Record<Accessibility['alarmTone'], readonly Tone[]>> = {
  clear: [{ pitch: 523.25, seconds: 0.9 }],
  rich: [{ pitch: 523.25, seconds: 0.9, wave: 'square' }],
  deep: [{ pitch: 261.63, seconds: 1, wave: 'sawtooth' }],
  double: [
    { pitch: 659.25, seconds: 0.6 },
    { pitch: 440, seconds: 0.9, after: 0.45 },
  ],
};

/** Returns the chime for a tone and a loudness. */
export function alarmSoundOf({
  alarmTone,
  alarmLoudness,
}: Pick<Accessibility, 'alarmTone' | 'alarmLoudness'>): Chime {
  return { notes: NOTES[alarmTone], loudness: alarmLoudness / 100 };
}
