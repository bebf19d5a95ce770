import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Texts that were passed to the fake speech synthesis, in order; '' means a cancellation. */
    spoken: string[];
    /** Speed and volume of the text that was spoken last. */
    manner: { rate: number; volume: number } | undefined;
    /** Ends the current text as if it had been spoken completely. */
    finishSpeaking: () => void;
  }
}

/** Replaces speech synthesis by a fake that records texts; call it before the page is opened. */
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

/** Returns the spoken texts, without cancellations. */
export function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => window.spoken.filter((text) => text !== ''));
}

/** Returns the current text; '' after a cancellation. */
export function lastWordsOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => window.spoken.at(-1));
}

export function finishSpeaking(page: Page): Promise<void> {
  return page.evaluate(() => window.finishSpeaking());
}
