import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

/** An error that React or a component reports is a defect, unless the test says that it expects it. */
let reported: unknown[][] = [];

beforeEach(() => {
  // jsdom has no CSS.escape, with which React Aria finds what it lists.
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') });
  // A call of an earlier file may have failed after it: its library is one for all files.
  onlineManager.setOnline(true);
  reported = [];
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    reported.push(words);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(reported, 'console.error was called').toEqual([]);
});

// The files of a worker share its window, which takes longer to make than most tests to run: each
// leaves it as it found it, and what modules remember is forgotten.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) {
    document.documentElement.removeAttribute(name);
  }
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
