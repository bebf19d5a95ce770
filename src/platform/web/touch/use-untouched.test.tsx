import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useUntouched } from './use-untouched.ts';

const onOver = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onOver.mockReset();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const watch = (isWanted = true) =>
  renderHook((props: { isWanted: boolean }) => useUntouched({ ms: 1_000, onOver, ...props }), {
    initialProps: { isWanted },
  });

const tell = (type: string, pointerId = 1) =>
  window.dispatchEvent(new PointerEvent(type, { pointerId }));

test('`onOver` is called after the time without a touch, and again after each further time', () => {
  watch();
  vi.advanceTimersByTime(999);
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onOver).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(onOver).toHaveBeenCalledTimes(2);
});

test('a touch and a key restart the time, mouse movement does not', () => {
  watch();
  vi.advanceTimersByTime(900);
  tell('pointerdown');
  tell('pointerup');
  vi.advanceTimersByTime(900);
  window.dispatchEvent(new KeyboardEvent('keydown'));
  vi.advanceTimersByTime(900);
  tell('pointermove');
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(onOver).toHaveBeenCalledTimes(1);
});

test('a finger that is down postpones the end by a whole time', () => {
  watch();
  tell('pointerdown', 7);
  vi.advanceTimersByTime(5_000);
  expect(onOver).not.toHaveBeenCalled();
  tell('pointercancel', 7);
  vi.advanceTimersByTime(1_000);
  expect(onOver).toHaveBeenCalledTimes(1);
});

test('no time passes while `isWanted` is false', () => {
  const { rerender } = watch(false);
  vi.advanceTimersByTime(5_000);
  rerender({ isWanted: true });
  vi.advanceTimersByTime(999);
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onOver).toHaveBeenCalledTimes(1);
});
