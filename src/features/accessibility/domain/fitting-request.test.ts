import { expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { type FittingState, fittingMessage, isOpen } from './fitting-request.ts';

const SINCE = Date.parse('2026-03-10T13:11:30Z');

it.each<[FittingState, number, boolean, string]>([
  ['waiting', 0, true, 'Waiting for the tablet.'],
  ['waiting', 59, true, 'Waiting for the tablet.'],
  [
    'waiting',
    60,
    true,
    'Waiting for the tablet, which has not answered yet: it may be off or without a connection.',
  ],
  [
    'waiting',
    15 * 60,
    false,
    'The tablet has not answered: it is off or has no connection. It is not asked any more.',
  ],
  ['shown', 14 * 60, true, 'The tablet asks Rose whether to begin.'],
  ['shown', 15 * 60, false, 'The fitting was not finished. The tablet is not asked any more.'],
  ['under-way', 0, true, 'The fitting is under way.'],
  ['under-way', 15 * 60, false, 'The fitting was not finished. The tablet is not asked any more.'],
  ['done', 86_400, false, 'The fitting is done.'],
  ['refused', 0, false, '“Not now” was pressed on the tablet.'],
  ['canceled', 0, false, 'The fitting was canceled.'],
])(
  'a fitting request in state %s after %s s: open %s, message %s',
  (state, seconds, isAsked, words) => {
    const request = { state, stateAt: new Date(SINCE).toISOString() };
    const now = new Date(SINCE + seconds * SECOND_MS);
    expect(isOpen(request, now)).toBe(isAsked);
    expect(fittingMessage(request, 'Rose', now)).toBe(words);
  },
);

it('a fitting request expires 15 minutes after its last step, to the millisecond', () => {
  const request = { state: 'shown' as const, stateAt: new Date(SINCE).toISOString() };
  expect(isOpen(request, new Date(SINCE + 15 * MINUTE_MS - 1))).toBe(true);
  expect(isOpen(request, new Date(SINCE + 15 * MINUTE_MS))).toBe(false);
});
