import { useEffect } from 'react';

/** Says a text aloud with the browser's own voice, where it has one; the answer makes it silent. */
export function speak(text: string): () => void {
  // Not every browser speaks.
  if (!('speechSynthesis' in window)) return () => undefined;
  const { speechSynthesis } = window;
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = document.documentElement.lang || 'en-US';
  // A little slower than usual, for ears that need the time.
  utterance.rate = 0.9;
  speechSynthesis.speak(utterance);
  return () => speechSynthesis.cancel();
}

/** Speaks a text for as long as it stands there, each time it is that of another thing. */
export function useSpoken(text: string | undefined, thing: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words may be said of another thing
  useEffect(() => (text ? speak(text) : undefined), [text, thing]);
}
