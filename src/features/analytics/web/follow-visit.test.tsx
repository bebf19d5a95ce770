import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { followVisit } from './follow-visit.ts';

const sent: string[] = [];
let leave: (() => void) | undefined;

beforeEach(() => {
  sent.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  leave?.();
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'visibilityState');
});

function visit(countsUnseen = false) {
  leave = followVisit({ send: (what, seconds) => sent.push(`${what} ${seconds}`), countsUnseen });
  return leave;
}

function look(visibilityState: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', {
    value: visibilityState,
    configurable: true,
  });
  document.dispatchEvent(new Event('visibilitychange'));
}

const pageIs = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted }));

describe('followVisit of a screen', () => {
  it('a visit is reported at its start, and at its end with its seconds', () => {
    const end = visit();
    expect(sent).toEqual(['started 0']);
    vi.advanceTimersByTime(61_400);
    end();
    expect(sent).toEqual(['started 0', 'ended 61']);
  });

  it.each([
    ['hidden time does not count', false, 30],
    ['hidden time of a call counts', true, 90],
  ])('visit time in the background: %s', (_name, countsUnseen, seconds) => {
    const end = visit(countsUnseen);
    vi.advanceTimersByTime(10_000);
    look('hidden');
    vi.advanceTimersByTime(MINUTE_MS);
    look('visible');
    vi.advanceTimersByTime(20_000);
    end();
    expect(sent.at(-1)).toBe(`ended ${seconds}`);
  });

  it('a visit ends with the page once, and a restored page begins another visit', () => {
    const end = visit();
    vi.advanceTimersByTime(5_000);
    pageIs('pagehide', true);
    vi.advanceTimersByTime(5_000);
    expect(sent).toEqual(['started 0', 'ended 5']);
    pageIs('pageshow', true);
    vi.advanceTimersByTime(7_000);
    end();
    end();
    expect(sent).toEqual(['started 0', 'ended 5', 'started 0', 'ended 7']);
  });

  it('a visit is capped at one day', () => {
    const end = visit();
    vi.advanceTimersByTime(50 * HOUR_MS);
    end();
    expect(sent.at(-1)).toBe('ended 86400');
  });
});
