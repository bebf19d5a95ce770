import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

/**
 * Errors that React or a component has logged. A logged error fails the test, unless the test
 * expects it.
 */
let reported: unknown[][] = [];

beforeEach(() => {
  // React Aria needs CSS.escape to find list items, and jsdom does not have it.
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') });
  // Set to online for each test: a failed call of an earlier test file may have set it to offline,
  // because all files of a worker share the library.
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

// Restores the window after each file and resets the modules. The files of a worker share one
// window, because creating a window takes longer than most tests.
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
