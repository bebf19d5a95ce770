import { startTextSize } from '#kit/web/text-size.ts';
import { TOO_SHORT } from '#kit/web/touch/touch-rule.ts';
import { setTouchValues, USUAL_TOUCH } from '#kit/web/touch/touch-values.ts';
import { setChime, USUAL_CHIME } from '#kit/web/voice/chime.ts';
import { setManner, USUAL_MANNER } from '#kit/web/voice/speech.ts';
import { say } from '#kit/web/voice/voice.ts';
import type { Accessibility } from '../../contract.ts';
import { alarmSoundOf } from '../alarm-sounds.ts';
import './accessibility.css';

/** How long a target says that the finger on it was lifted too soon, in milliseconds. */
const SAID_MS = 900;

/**
 * Lets the elder's screens meet the hands, eyes and ears of who looks at them, all at once, by values
 * and attributes of the page and by nothing within its components. Returns what ends it.
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

/** On the target itself: anything that appeared beside it would leave the page deaf. */
function tellTooShort({ target }: Event): void {
  say('label', 'Keep your finger on it a little longer.');
  if (!(target instanceof Element)) return;
  const ring = { outline: '6px dashed #b98300', outlineOffset: '4px' };
  target.animate?.([ring, ring], SAID_MS);
}
