import { startTextSize } from '#platform/web/text-size.ts';
import { TOO_SHORT } from '#platform/web/touch/touch-rule.ts';
import { setTouchValues, USUAL_TOUCH } from '#platform/web/touch/touch-values.ts';
import { setChime, USUAL_CHIME } from '#platform/web/voice/chime.ts';
import { setManner, USUAL_MANNER } from '#platform/web/voice/speech.ts';
import { speakText } from '#platform/web/voice/voice.ts';
import type { Accessibility } from '../../contract.ts';
import { alarmSoundOf } from '../alarm-sounds.ts';
import './accessibility.css';

/** Milliseconds for which a target shows that the finger was lifted too soon. */
const SAID_MS = 900;

/**
 * Applies the preferences to the elder's screens through attributes and properties of the document
 * element, without changes in components. Returns a function that restores the defaults.
 */
export function applyAccessibility(values: Accessibility): () => void {
  const { documentElement: root } = document;
  const { holdMs, driftPx, repeatMs, speechRate, speechVolume } = values;
  setTouchValues({ holdMs, driftPx, repeatMs });
  setChime(alarmSoundOf(values));
  setManner({ rate: speechRate / 100, volume: speechVolume / 100 });
  root.style.setProperty('--touch-hold', `${holdMs}ms`);
  const attributes = {
    'data-text': values.textSize === 100 ? 'usual' : 'large',
    'data-contrast': values.contrast,
    'data-motion': values.motion,
    'data-hand': values.hand,
    'data-flash': values.screenFlash ? 'on' : 'off',
    'data-hold': holdMs > 0 ? 'on' : 'off',
  };
  for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value);
  const endTextSize = values.textSize === 100 ? undefined : startTextSize(values.textSize);
  document.addEventListener(TOO_SHORT, tellTooShort);
  return () => {
    setTouchValues(USUAL_TOUCH);
    setChime(USUAL_CHIME);
    setManner(USUAL_MANNER);
    root.style.removeProperty('--touch-hold');
    for (const name of Object.keys(attributes)) root.removeAttribute(name);
    endTextSize?.();
    document.removeEventListener(TOO_SHORT, tellTooShort);
  };
}

/** The hint is drawn on the target itself, because an element next to it would lock the input. */
function tellTooShort({ target }: Event): void {
  speakText('label', 'Keep your finger on it a little longer.');
  if (!(target instanceof Element)) return;
  const ring = { outline: '6px dashed #b98300', outlineOffset: '4px' };
  target.animate?.([ring, ring], SAID_MS);
}
