import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { usePreloaded } from './use-preloaded.ts';

/** Advances the time and waits until pending loads have finished. */
const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('usePreloaded loads after the delay since it is wanted, and returns undefined while it is not wanted', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => 'a screen');
  const { result, rerender } = renderHook(
    ({ isWanted }) => usePreloaded(load, { afterMs: 5_000, isWanted }),
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

test('usePreloaded loads at once if needed, and retries a failed load when `again` changes', async () => {
  vi.useFakeTimers();
  const load = vi.fn().mockRejectedValueOnce(new Error('no line')).mockResolvedValue('a screen');
  const { result, rerender } = renderHook(
    ({ again }) => usePreloaded<string>(load, { afterMs: 5_000, isNeeded: true, again }),
    { initialProps: { again: 1 } },
  );
  await passed(0);
  expect([load.mock.calls.length, result.current]).toEqual([1, undefined]);
  rerender({ again: 2 });
  await passed(0);
  expect(result.current).toBe('a screen');
});
