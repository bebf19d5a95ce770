import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What the stand-in for the browser's voice was told; '' is silence. */
    spoken: string[];
    /** How fast and how loud the last of it was to be said. */
    manner: { rate: number; volume: number } | undefined;
    /** Ends what is being said, as if it had been said to its end. */
    finishSpeaking: () => void;
  }
}

/** Puts a voice on the page that notes what it is told; call it before the page is opened. */
export async function listenForWords(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.spoken = [];
    window.finishSpeaking = () => undefined;
    class Utterance {
      onend?: () => void;
      rate = 1;
      volume = 1;
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        getVoices: () => [{ lang: 'en-US', localService: true }],
        speak: (utterance: Utterance) => {
          window.spoken.push(utterance.text);
          window.manner = { rate: utterance.rate, volume: utterance.volume };
          window.finishSpeaking = () => utterance.onend?.();
        },
        cancel: () => window.spoken.push(''),
      },
    });
  });
}

/** What was said, without the silences. */
export function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => window.spoken.filter((text) => text !== ''));
}

/** What is being said; '' once it was made silent. */
export function lastWordsOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => window.spoken.at(-1));
}

export function finishSpeaking(page: Page): Promise<void> {
  return page.evaluate(() => window.finishSpeaking());
}
