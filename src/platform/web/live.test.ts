import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANYTHING, followChanges, topicsIn, waitAfter } from './live.ts';

describe('waitAfter failures', () => {
  it.each([
    [1, 0, 1_000],
    [1, 1, 2_000],
    [2, 1, 4_000],
    [5, 0.5, 24_000],
    [7, 1, 120_000],
    [60, 0, 60_000],
  ])('after %i failures with the random value %d the delay is %i ms', (failures, random, wait) => {
    expect(waitAfter(failures, random)).toBe(wait);
  });
});

it.each([
  ['{"changed":["settings","photos"]}', ['settings', 'photos']],
  ['{"changed":[]}', []],
  ['{"changed":"settings"}', [ANYTHING]],
  ['{"other":1}', [ANYTHING]],
  ['null', [ANYTHING]],
  ['not json', [ANYTHING]],
])('the event %s has the topics %j', (text, topics) => {
  expect(topicsIn(text)).toEqual(topics);
});

describe('followChanges over an event stream', () => {
  class Source {
    static readonly all: Source[] = [];
    onopen: (() => void) | undefined;
    onmessage: ((event: { data: string }) => void) | undefined;
    onerror: (() => void) | undefined;
    isClosed = false;
    constructor() {
      Source.all.push(this);
    }
    close() {
      this.isClosed = true;
    }
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', Source);
    Source.all.length = 0;
  });
  afterEach(() => {
    onlineManager.setOnline(true);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('followChanges reports the changed topics, and anything after a reconnect', () => {
    const heard: (readonly string[])[] = [];
    const stop = followChanges('/api/live', {
      hasMissed: false,
      hear: (topics) => heard.push(topics),
      failed: () => undefined,
    });
    const [first] = Source.all;
    first?.onopen?.();
    first?.onmessage?.({ data: '{"changed":["settings"]}' });
    expect(heard).toEqual([['settings']]);
    first?.onerror?.();
    expect(first?.isClosed).toBe(true);
    vi.advanceTimersByTime(2_000);
    Source.all[1]?.onerror?.();
    vi.advanceTimersByTime(4_000);
    expect(Source.all).toHaveLength(3);
    Source.all[2]?.onopen?.();
    expect(heard).toEqual([['settings'], [ANYTHING]]);
    stop();
    expect(Source.all[2]?.isClosed).toBe(true);
  });

  it('followChanges reports anything at the start if changes may have been missed', () => {
    const hear = vi.fn();
    const stop = followChanges('/api/live', { hasMissed: true, hear, failed: () => undefined });
    Source.all[0]?.onopen?.();
    expect(hear.mock.calls).toEqual([[[ANYTHING]]]);
    stop();
  });

  it.each([
    [400, []],
    [600, [[[ANYTHING]]]],
  ])('a stream that opens after %i ms starts with %j', (ms, told) => {
    const hear = vi.fn();
    const stop = followChanges('/api/live', { hasMissed: false, hear, failed: () => undefined });
    vi.advanceTimersByTime(ms);
    Source.all[0]?.onopen?.();
    Source.all[0]?.onopen?.();
    expect(hear.mock.calls).toEqual(told);
    stop();
  });

  it('a stopped stream is not opened again', () => {
    const stop = followChanges('/api/live', {
      hasMissed: false,
      hear: () => undefined,
      failed: () => undefined,
    });
    Source.all[0]?.onerror?.();
    stop();
    vi.advanceTimersByTime(1_000_000);
    expect(Source.all).toHaveLength(1);
  });

  it('a lost stream reconnects as soon as a call is answered, before its delay ends', () => {
    const hear = vi.fn();
    // The server cannot be reached: calls to it fail as well.
    const failed = () => onlineManager.setOnline(false);
    const stop = followChanges('/api/live', { hasMissed: false, hear, failed });
    for (let failure = 0; failure < 7; failure += 1) {
      Source.all.at(-1)?.onerror?.();
      vi.advanceTimersByTime(120_000);
    }
    Source.all.at(-1)?.onerror?.();
    expect(onlineManager.isOnline()).toBe(false);
    const { length } = Source.all;
    onlineManager.setOnline(true);
    expect(Source.all).toHaveLength(length + 1);
    Source.all.at(-1)?.onopen?.();
    expect(hear.mock.calls).toEqual([[[ANYTHING]]]);
    stop();
  });

  it('a stream that a reachable server refuses does not mark the device as offline', () => {
    const failed = vi.fn();
    const stop = followChanges('/api/live', { hasMissed: false, hear: () => undefined, failed });
    Source.all[0]?.onerror?.();
    expect(failed).not.toHaveBeenCalled();
    for (let failure = 2; failure < 6; failure += 1) {
      vi.advanceTimersByTime(120_000);
      Source.all.at(-1)?.onerror?.();
      expect(failed).toHaveBeenCalledTimes(failure - 1);
      expect(onlineManager.isOnline()).toBe(true);
    }
    stop();
  });

  it('the first delay of a lost stream is not shortened by an answered call', () => {
    const stop = followChanges('/api/live', {
      hasMissed: false,
      hear: () => undefined,
      failed: () => undefined,
    });
    Source.all[0]?.onerror?.();
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    expect(Source.all).toHaveLength(1);
    stop();
  });

  it('a stream that is silent for a minute is replaced', () => {
    const hear = vi.fn();
    const stop = followChanges('/api/live', { hasMissed: false, hear, failed: () => undefined });
    Source.all[0]?.onopen?.();
    Source.all[0]?.onmessage?.({ data: '{"changed":[]}' });
    vi.advanceTimersByTime(59_000);
    Source.all[0]?.onmessage?.({ data: '{"changed":[]}' });
    vi.advanceTimersByTime(59_000);
    expect(Source.all[0]?.isClosed).toBe(false);
    vi.advanceTimersByTime(3_000);
    expect(Source.all[0]?.isClosed).toBe(true);
    Source.all[1]?.onopen?.();
    expect(hear.mock.lastCall).toEqual([[ANYTHING]]);
    stop();
  });
});
