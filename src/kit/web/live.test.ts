import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANYTHING, followChanges, topicsIn, waitAfter } from './live.ts';

describe('the wait after failures', () => {
  it.each([
    [1, 0, 1_000],
    [1, 1, 2_000],
    [2, 1, 4_000],
    [5, 0.5, 24_000],
    [7, 1, 120_000],
    [60, 0, 60_000],
  ])('of %i, with the chance at %d, is %i ms', (failures, random, wait) => {
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
])('the event %s is about %j', (text, topics) => {
  expect(topicsIn(text)).toEqual(topics);
});

describe('a line', () => {
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
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('tells what changed, and anything after it was lost and found again', () => {
    const heard: (readonly string[])[] = [];
    const stop = followChanges('/api/live', {
      hasMissed: false,
      hear: (topics) => heard.push(topics),
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

  it('of somebody who did not listen for a while begins with anything', () => {
    const hear = vi.fn();
    const stop = followChanges('/api/live', { hasMissed: true, hear });
    Source.all[0]?.onopen?.();
    expect(hear.mock.calls).toEqual([[[ANYTHING]]]);
    stop();
  });

  it('is not opened again once it was given up', () => {
    const stop = followChanges('/api/live', { hasMissed: false, hear: () => undefined });
    Source.all[0]?.onerror?.();
    stop();
    vi.advanceTimersByTime(1_000_000);
    expect(Source.all).toHaveLength(1);
  });
});
