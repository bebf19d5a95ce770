import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** An error that React or a component reports is a defect, unless the test says that it expects it. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  const reported = vi.isMockFunction(console.error) ? console.error.mock.calls : [];
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(reported, 'console.error was called').toEqual([]);
});
