import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hush, silenceVoice, speakText, useSpoken, useVoice } from './voice.ts';
import type { Kind } from './voice-queue.ts';

const ALL: readonly Kind[] = ['urgent', 'caption', 'tip', 'label', 'title'];

const LOCAL = { lang: 'en-US', localService: true, name: 'of the device' };

/** Fake of an utterance; the test ends it as a browser would. */
class Utterance {
  readonly text: string;
  onend?: () => void;
  onerror?: () => void;
  constructor(text: string) {
    this.text = text;
  }
}

/** The texts that were spoken, in order; a dash means a cancellation. */
let told: string[];
let utterances: Utterance[];
let voices: object[];

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  utterances = [];
  voices = [LOCAL];
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    speak: (utterance: Utterance) => {
      utterances.push(utterance);
      told.push(utterance.text);
    },
    cancel: () => told.push('-'),
  });
});

afterEach(() => {
  silenceVoice();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openScreen = (kinds = ALL) =>
  renderHook((props) => useVoice(props.kinds), { initialProps: { kinds } });

const end = () => utterances.at(-1)?.onend?.();

test('speech needs a screen that allows it, so the admin panel is silent', () => {
  speakText('urgent', 'Time to take Metformin.');
  const { unmount } = openScreen();
  speakText('label', 'Photos');
  unmount();
  speakText('label', 'Watch');
  expect(told).toEqual(['Photos', '-']);
});

test('a spoken text changes with its item and is cancelled when it is removed', () => {
  openScreen();
  const { rerender, unmount } = renderHook(({ text, of }) => useSpoken('caption', text, of), {
    initialProps: { text: 'At the lake', of: 'first' },
  });
  rerender({ text: 'At the lake', of: 'first' });
  expect(told).toEqual(['At the lake']);
  rerender({ text: 'At the lake', of: 'second' });
  rerender({ text: '', of: 'third' });
  rerender({ text: 'Roses', of: 'fourth' });
  unmount();
  expect(told).toEqual(['At the lake', '-', 'At the lake', '-', 'Roses', '-']);
});

test('a waiting text is spoken after the current one', () => {
  openScreen();
  speakText('caption', 'At the lake');
  speakText('label', 'Close');
  expect(told).toEqual(['At the lake']);
  end();
  expect(told).toEqual(['At the lake', 'Close']);
});

test('disallowing a kind of text stops it at once', () => {
  const { rerender } = openScreen();
  speakText('label', 'Photos');
  rerender({ kinds: ['caption'] });
  speakText('label', 'Watch');
  speakText('caption', 'Roses');
  expect(told).toEqual(['Photos', '-', 'Roses']);
});

test('speech is muted until every sound has ended, and ending one twice counts once', () => {
  openScreen();
  speakText('label', 'Photos');
  const release = hush();
  const other = hush();
  release();
  release();
  speakText('label', 'Watch');
  expect(told).toEqual(['Photos', '-']);
  other();
  speakText('label', 'Listen');
  expect(told).toEqual(['Photos', '-', 'Listen']);
});

test('speech stops when the page is hidden or closed', () => {
  openScreen();
  speakText('caption', 'At the lake');
  speakText('label', 'Close');
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  speakText('label', 'Watch');
  expect(told).toEqual(['At the lake', '-']);
  sight.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  speakText('label', 'Photos');
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toEqual(['At the lake', '-', 'Photos', '-']);
  sight.mockRestore();
});

test('a page without user activation does not speak', () => {
  const activation = { hasBeenActive: false };
  vi.stubGlobal('navigator', { userActivation: activation });
  openScreen();
  speakText('title', 'Home screen');
  expect(told).toEqual([]);
  activation.hasBeenActive = true;
  speakText('label', 'Photos');
  expect(told).toEqual(['Photos']);
});

test('a long text is spoken in parts', () => {
  openScreen();
  const sentence = `${'word '.repeat(25)}end.`;
  speakText('tip', `${sentence} ${sentence}`);
  expect(told).toEqual([sentence]);
  end();
  expect(told).toEqual([sentence, sentence]);
  end();
  speakText('title', 'Photos');
  expect(told.at(-1)).toBe('Photos');
});

test('without a voice, or with only a server-based one, the browser stays silent', () => {
  openScreen();
  voices = [];
  speakText('label', 'Photos');
  voices = [{ ...LOCAL, localService: false }];
  speakText('label', 'Watch');
  vi.stubGlobal('speechSynthesis', undefined);
  Reflect.deleteProperty(globalThis, 'speechSynthesis');
  speakText('label', 'Listen');
  expect(told).toEqual([]);
});

test('a voice that is loaded late is used from then on', () => {
  voices = [];
  openScreen();
  speakText('label', 'Photos');
  voices = [LOCAL];
  speakText('label', 'Photos');
  expect(told).toEqual(['Photos']);
});

test('a failed utterance and one without an end event do not block the queue', () => {
  openScreen();
  speakText('caption', 'At the lake');
  speakText('label', 'Close');
  utterances[0]?.onerror?.();
  expect(told).toEqual(['At the lake', 'Close']);
  speakText('caption', 'Roses');
  speakText('label', 'Next photo');
  act(() => vi.advanceTimersByTime(20_000));
  expect(told.slice(2)).toEqual(['-', 'Roses', '-', 'Next photo', '-']);
});

test('the end of a replaced utterance does not end the current one', () => {
  openScreen();
  speakText('label', 'Photos');
  speakText('label', 'Watch');
  utterances[0]?.onend?.();
  utterances[0]?.onerror?.();
  speakText('title', 'Home screen');
  expect(told).toEqual(['Photos', '-', 'Watch']);
});
