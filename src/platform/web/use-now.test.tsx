import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { useNow } from './use-now.ts';

test('the time changes at full minutes', () => {
  vi.useFakeTimers({ now: new Date('2026-03-08T12:00:40.500Z') });
  const { result } = renderHook(() => useNow(MINUTE_MS));
  expect(result.current.toISOString()).toBe('2026-03-08T12:00:40.500Z');
  act(() => vi.advanceTimersByTime(19_499));
  expect(result.current.getUTCMinutes()).toBe(0);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current.toISOString()).toBe('2026-03-08T12:01:00.000Z');
  act(() => vi.advanceTimersByTime(MINUTE_MS));
  expect(result.current.toISOString()).toBe('2026-03-08T12:02:00.000Z');
});

test('the time is updated when the page becomes visible after a sleep', () => {
  vi.useFakeTimers({ now: new Date('2026-03-08T12:00:00Z') });
  const { result } = renderHook(() => useNow(MINUTE_MS));
  vi.setSystemTime(new Date('2026-03-08T15:30:00Z'));
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(result.current.toISOString()).toBe('2026-03-08T15:30:00.000Z');
});
