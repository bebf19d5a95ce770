import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAtHand } from './use-at-hand.ts';

/** Lets what was begun be loaded. */
const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('it is loaded when it has been wanted for so long, and is not there where it is not wanted', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => 'a screen');
  const { result, rerender } = renderHook(
    ({ isWanted }) => useAtHand(load, { afterMs: 5_000, isWanted }),
    { initialProps: { isWanted: false } },
  );
  await passed(60_000);
  expect([load.mock.calls.length, result.current]).toEqual([0, undefined]);
  rerender({ isWanted: true });
  await passed(4_999);
  expect(load).not.toHaveBeenCalled();
  await passed(1);
  expect(result.current).toBe('a screen');
  rerender({ isWanted: false });
  expect(result.current).toBeUndefined();
  rerender({ isWanted: true });
  expect([load.mock.calls.length, result.current]).toEqual([1, 'a screen']);
});

test('what is needed is loaded at once; what could not be is tried again with each change', async () => {
  vi.useFakeTimers();
  const load = vi.fn().mockRejectedValueOnce(new Error('no line')).mockResolvedValue('a screen');
  const { result, rerender } = renderHook(
    ({ again }) => useAtHand<string>(load, { afterMs: 5_000, isNeeded: true, again }),
    { initialProps: { again: 1 } },
  );
  await passed(0);
  expect([load.mock.calls.length, result.current]).toEqual([1, undefined]);
  rerender({ again: 2 });
  await passed(0);
  expect(result.current).toBe('a screen');
});
