import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { startSpokenLabels } from './spoken-labels.ts';
import { silenceVoice, useVoice } from './voice.ts';

const LABELS = ['label'] as const;

/** The texts that were spoken, in order; a dash means a cancellation. */
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

test('the control that keeps the keyboard focus is spoken, those on the way are not', () => {
  open();
  tabTo('a');
  wait(100);
  tabTo('b');
  wait(249);
  expect(told).toEqual([]);
  wait(1);
  expect(told).toEqual(['Watch']);
});

test('a control that gets the focus without a recent Tab is not spoken', () => {
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

test('touching a button speaks its name at once, touching the background speaks nothing', () => {
  open();
  touch('c');
  touch('p');
  expect(told).toEqual(['Watch']);
});

test('a second finger is not spoken, and scrolling cancels the speech', () => {
  open();
  touch('a');
  touch('b', false);
  expect(told).toEqual(['Photos']);
  fireEvent.pointerCancel(at('a'));
  expect(told).toEqual(['Photos', '-']);
});

test('switching it off cancels pending speech and stops listening', () => {
  const { rerender } = open();
  tabTo('a');
  rerender({ isOn: false });
  wait(SECOND_MS);
  touch('b');
  expect(told).toEqual([]);
});
