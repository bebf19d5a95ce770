import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hush, say, silenceVoice, useSpoken, useVoice } from './voice.ts';
import type { Kind } from './voice-queue.ts';

const ALL: readonly Kind[] = ['urgent', 'caption', 'tip', 'label', 'title'];

const LOCAL = { lang: 'en-US', localService: true, name: 'of the device' };

/** A stand-in for an utterance, which a test ends as a browser would. */
class Utterance {
  readonly text: string;
  onend?: () => void;
  onerror?: () => void;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a browser's voice was told; a dash is silence. */
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

test('nothing is said where no screen allows it, such as in the admin panel', () => {
  say('urgent', 'Time to take Metformin.');
  const { unmount } = openScreen();
  say('label', 'Photos');
  unmount();
  say('label', 'Watch');
  expect(told).toEqual(['Photos', '-']);
});

test('one text at a time, and silence when it goes away', () => {
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

test('what waits is said at the end of what is said', () => {
  openScreen();
  say('caption', 'At the lake');
  say('label', 'Close');
  expect(told).toEqual(['At the lake']);
  end();
  expect(told).toEqual(['At the lake', 'Close']);
});

test('a switch that is turned off is heard at once', () => {
  const { rerender } = openScreen();
  say('label', 'Photos');
  rerender({ kinds: ['caption'] });
  say('label', 'Watch');
  say('caption', 'Roses');
  expect(told).toEqual(['Photos', '-', 'Roses']);
});

test('nothing is said over what else sounds, however often it is told to end', () => {
  openScreen();
  say('label', 'Photos');
  const release = hush();
  const other = hush();
  release();
  release();
  say('label', 'Watch');
  expect(told).toEqual(['Photos', '-']);
  other();
  say('label', 'Listen');
  expect(told).toEqual(['Photos', '-', 'Listen']);
});

test('silence when nobody looks any more, and when the page goes', () => {
  openScreen();
  say('caption', 'At the lake');
  say('label', 'Close');
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  say('label', 'Watch');
  expect(told).toEqual(['At the lake', '-']);
  sight.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  say('label', 'Photos');
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toEqual(['At the lake', '-', 'Photos', '-']);
  sight.mockRestore();
});

test('a page that was only opened says nothing', () => {
  const activation = { hasBeenActive: false };
  vi.stubGlobal('navigator', { userActivation: activation });
  openScreen();
  say('title', 'Home screen');
  expect(told).toEqual([]);
  activation.hasBeenActive = true;
  say('label', 'Photos');
  expect(told).toEqual(['Photos']);
});

test('a long text is said in parts, one after the other', () => {
  openScreen();
  const sentence = `${'word '.repeat(25)}end.`;
  say('tip', `${sentence} ${sentence}`);
  expect(told).toEqual([sentence]);
  end();
  expect(told).toEqual([sentence, sentence]);
  end();
  say('title', 'Photos');
  expect(told.at(-1)).toBe('Photos');
});

test('the browser without any voice, or with one that speaks on a server alone, is silent', () => {
  openScreen();
  voices = [];
  say('label', 'Photos');
  voices = [{ ...LOCAL, localService: false }];
  say('label', 'Watch');
  vi.stubGlobal('speechSynthesis', undefined);
  Reflect.deleteProperty(globalThis, 'speechSynthesis');
  say('label', 'Listen');
  expect(told).toEqual([]);
});

test('voices that come late speak from then on', () => {
  voices = [];
  openScreen();
  say('label', 'Photos');
  voices = [LOCAL];
  say('label', 'Photos');
  expect(told).toEqual(['Photos']);
});

test('what the browser refuses or forgets to end holds nothing up', () => {
  openScreen();
  say('caption', 'At the lake');
  say('label', 'Close');
  utterances[0]?.onerror?.();
  expect(told).toEqual(['At the lake', 'Close']);
  say('caption', 'Roses');
  say('label', 'Next photo');
  act(() => vi.advanceTimersByTime(20_000));
  expect(told.slice(2)).toEqual(['-', 'Roses', '-', 'Next photo', '-']);
});

test('the end of what was cut off ends nothing else', () => {
  openScreen();
  say('label', 'Photos');
  say('label', 'Watch');
  utterances[0]?.onend?.();
  utterances[0]?.onerror?.();
  say('title', 'Home screen');
  expect(told).toEqual(['Photos', '-', 'Watch']);
});
