import { partsOf, voiceAmong } from './speech-parts.ts';

/** How it speaks, by the measures of the Web Speech API: 1 is as people do, and as loud as it can. */
export interface Manner {
  readonly rate: number;
  readonly volume: number;
}

/** A little slower than people speak, for ears that need the time. */
export const USUAL_MANNER: Manner = { rate: 0.9, volume: 1 };

let manner = USUAL_MANNER;

/** From the next text on. */
export function setManner(next: Manner): void {
  manner = next;
}

/** Some browsers forget to tell that they are done: so long a part may take at most. */
const LONGEST_START_MS = 5_000;
const LONGEST_LETTER_MS = 150;

/** What is being spoken; held, because Chrome forgets to end an utterance that nobody holds. */
let live:
  | { utterance?: SpeechSynthesisUtterance; timer?: ReturnType<typeof setTimeout> }
  | undefined;

/**
 * Speaks a text with the browser's own voice and tells when it is over, which is at once where there
 * is no voice or the browser does not allow it.
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
    const longest = LONGEST_START_MS + part.length * LONGEST_LETTER_MS * slowness;
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

/** Silence, at once. */
export function stopSpeech(): void {
  if (!live) return;
  clearTimeout(live.timer);
  live = undefined;
  window.speechSynthesis.cancel();
}

/** The voice to speak with; asking for it makes a browser load those that it has. */
export function readyVoice(): SpeechSynthesisVoice | undefined {
  // Not every browser speaks, whatever the types say.
  return 'speechSynthesis' in window ? voiceAmong(window.speechSynthesis.getVoices()) : undefined;
}
