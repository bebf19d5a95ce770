import { partsOf, voiceAmong } from './speech-parts.ts';

/** A little slower than usual, for ears that need the time. */
const RATE = 0.9;

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
  const rest = partsOf(text);

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
    utterance.rate = RATE;
    utterance.onend = speakNext;
    utterance.onerror = end;
    const longest = LONGEST_START_MS + part.length * LONGEST_LETTER_MS;
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
