import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// jsdom has no CSS.escape, with which React Aria finds what it lists.
globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } as typeof CSS;

/** An error that React or a component reports is a defect, unless the test says that it expects it. */
let reported: unknown[][] = [];

beforeEach(() => {
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
