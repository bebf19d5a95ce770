import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { speak, useSpoken } from './speak.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser's voice that notes what it is told; a dash is silence. */
function voice(): string[] {
  const told: string[] = [];
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  vi.stubGlobal('speechSynthesis', {
    speak: ({ text }: { text: string }) => told.push(text),
    cancel: () => told.push('-'),
  });
  return told;
}

test('a browser that does not speak is no problem', () => {
  expect('speechSynthesis' in window).toBe(false);
  expect(() => speak('Noah and Lily')()).not.toThrow();
});

test('one text at a time, and silence when it goes away', () => {
  const told = voice();
  const { rerender, unmount } = renderHook(({ text, of }) => useSpoken(text, of), {
    initialProps: { text: 'At the lake', of: 'first' },
  });
  rerender({ text: 'At the lake', of: 'first' });
  expect(told.filter((text) => text !== '-')).toEqual(['At the lake']);
  rerender({ text: 'At the lake', of: 'second' });
  expect(told.filter((text) => text !== '-')).toEqual(['At the lake', 'At the lake']);
  rerender({ text: '', of: 'third' });
  expect(told.at(-1)).toBe('-');
  rerender({ text: 'Roses', of: 'fourth' });
  unmount();
  expect(told.slice(-2)).toEqual(['Roses', '-']);
});
