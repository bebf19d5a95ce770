import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SECOND_MS } from '#kit/shared/durations.ts';
import { startSpokenLabels } from './spoken-labels.ts';
import { silenceVoice, useVoice } from './voice.ts';

const LABELS = ['label'] as const;

/** What was said; a dash is silence. */
let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
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
    getVoices: () => [{ lang: 'en-US', localService: true }],
    speak: ({ text }: { text: string }) => told.push(text),
    cancel: () => told.push('-'),
  });
  document.body.innerHTML =
    '<button id="a">Photos</button><button id="b"><i id="c">Watch</i></button><p id="p">Words</p>';
});

afterEach(() => {
  cleanup();
  silenceVoice();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(isOn = true) {
  return renderHook(
    (props) => {
      useVoice(LABELS);
      useEffect(() => (props.isOn ? startSpokenLabels() : undefined), [props.isOn]);
    },
    { initialProps: { isOn } },
  );
}

function at(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error('nothing there');
  return element;
}

function tabTo(id: string) {
  fireEvent.keyDown(document.body, { key: 'Tab' });
  at(id).focus();
}

const touch = (id: string, isPrimary = true) => fireEvent.pointerDown(at(id), { isPrimary });

const wait = (ms: number) => vi.advanceTimersByTime(ms);

test('what the keyboard rests on is spoken, and nothing on the way there', () => {
  open();
  tabTo('a');
  wait(100);
  tabTo('b');
  wait(249);
  expect(told).toEqual([]);
  wait(1);
  expect(told).toEqual(['Watch']);
});

test('what gets the focus by itself is not', () => {
  open();
  fireEvent.keyDown(document.body, { key: 'Enter' });
  wait(501);
  at('a').focus();
  wait(SECOND_MS);
  tabTo('b');
  touch('p');
  at('a').focus();
  wait(SECOND_MS);
  expect(told).toEqual([]);
});

test('a touch is spoken at once, of the button around it; of the ground nothing', () => {
  open();
  touch('c');
  touch('p');
  expect(told).toEqual(['Watch']);
});

test('a second finger says nothing, and a finger that scrolls takes it back', () => {
  open();
  touch('a');
  touch('b', false);
  expect(told).toEqual(['Photos']);
  fireEvent.pointerCancel(at('a'));
  expect(told).toEqual(['Photos', '-']);
});

test('switched off, it does not listen, and says nothing that was under way', () => {
  const { rerender } = open();
  tabTo('a');
  rerender({ isOn: false });
  wait(SECOND_MS);
  touch('b');
  expect(told).toEqual([]);
});
