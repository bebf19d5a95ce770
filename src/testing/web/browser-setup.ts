import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

/** An error that React or a component logs fails the test, unless the test expects it. */
let reported: unknown[][] = [];

beforeEach(() => {
  // jsdom has no CSS.escape, which React Aria needs to find list items.
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') });
  // A failed call of an earlier test file may have set this to offline, because the files of a
  // worker share the library.
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

// The files of a worker share a window, because creating one takes longer than most tests. So each
// file restores it and resets the modules.
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
