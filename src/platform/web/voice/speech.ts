import { partsOf, voiceAmong } from './speech-parts.ts';

/**
 * Rate and volume in the units of the Web Speech API: 1 is the normal rate and the maximum volume.
 */
export interface Manner {
  readonly rate: number;
  readonly volume: number;
}

/** Slightly slower than normal speech, for users who hear poorly. */
export const USUAL_MANNER: Manner = { rate: 0.9, volume: 1 };

let manner = USUAL_MANNER;

/** Sets rate and volume, from the next text on. */
export function setManner(next: Manner): void {
  manner = next;
}

/**
 * Maximum time until a part starts, and maximum time per character; in milliseconds. Needed because
 * some browsers do not report the end of an utterance.
 */
const MAX_START_MS = 5_000;
const MAX_LETTER_MS = 150;

/**
 * The current utterance. The reference is needed because Chrome never ends an utterance that was
 * garbage-collected.
 */
let live:
  | { utterance?: SpeechSynthesisUtterance; timer?: ReturnType<typeof setTimeout> }
  | undefined;

/**
 * Speaks a text with a voice of the browser, and calls `onOver` at the end. Calls it at once if
 * there is no voice or the browser does not allow speech.
 */
export function startSpeech(text: string, onOver: () => void): void {
  stopSpeech();
  const voice = readyVoice();
  if (!voice) {
    onOver();
    return;
  }
  const mine = {};
  live = mine;
  const { rate, volume } = manner;
  const slowness = USUAL_MANNER.rate / rate;
  const rest = partsOf(text, slowness);

  function speakNext() {
    if (live !== mine) return;
    clearTimeout(live.timer);
    const part = rest.shift();
    if (!voice || part === undefined) {
      end();
      return;
    }
    const utterance = new SpeechSynthesisUtterance(part);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = rate;
    utterance.volume = volume;
    utterance.onend = speakNext;
    utterance.onerror = end;
    const longest = MAX_START_MS + part.length * MAX_LETTER_MS * slowness;
    live.utterance = utterance;
    live.timer = setTimeout(giveUp, longest);
    window.speechSynthesis.speak(utterance);
  }

  function giveUp() {
    if (live === mine) window.speechSynthesis.cancel();
    end();
  }

  function end() {
    if (live !== mine) return;
    clearTimeout(live.timer);
    live = undefined;
    onOver();
  }

  speakNext();
}

export function stopSpeech(): void {
  if (!live) return;
  clearTimeout(live.timer);
  live = undefined;
  window.speechSynthesis.cancel();
}

/**
 * Returns the voice to use, or undefined if the browser has not loaded its voices yet; the call
 * makes it load them.
 */
export function readyVoice(): SpeechSynthesisVoice | undefined {
  // In some browsers `speechSynthesis` is missing, although the types say otherwise.
  return 'speechSynthesis' in window ? voiceAmong(window.speechSynthesis.getVoices()) : undefined;
}
