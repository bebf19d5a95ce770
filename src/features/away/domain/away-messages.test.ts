import { describe, expect, it } from 'vitest';
import { awayMessage } from './away-messages.ts';
import { fromUntil } from './period-messages.ts';

/** A Tuesday. */
const TODAY = '2026-03-10';

const period = (endDate: string | null, endTime: string | null = null) => ({
  startDate: '2026-03-09',
  startTime: '14:00',
  endDate,
  endTime,
});

describe('the texts of an away period', () => {
  it.each<[string, string | null, string | null]>([
    ['Away until 6:30 PM', TODAY, '18:30'],
    ['Away until tomorrow', '2026-03-11', '00:00'],
    ['Away until tomorrow, 9:00 AM', '2026-03-11', '09:00'],
    ['Away until Sunday', '2026-03-15', '00:00'],
    ['Away until Monday', '2026-03-16', '00:00'],
    // A return on the Tuesday of the next week is named by its date, because today is a Tuesday
    // too.
    ['Away until March 17', '2026-03-17', '00:00'],
    ['Away until March 17, 6:30 PM', '2026-03-17', '18:30'],
    ['Away', null, null],
  ])('awayMessage returns the right end: %s', (words, endDate, endTime) => {
    const moment = { date: TODAY, time: '12:00' };
    expect(awayMessage([period(endDate, endTime)], moment)).toBe(words);
  });

  it('awayMessage returns undefined for an elder who is not away', () => {
    expect(awayMessage([], { date: TODAY, time: '12:00' })).toBeUndefined();
    const over = period(TODAY, '12:00');
    expect(awayMessage([over], { date: TODAY, time: '12:00' })).toBeUndefined();
    expect(awayMessage([over], { date: TODAY, time: '11:59' })).toBe('Away until 12:00 PM');
  });

  it('fromUntil names the start and the end of an away period', () => {
    expect(fromUntil(period('2026-03-15', '18:30'))).toBe('March 9, 2:00 PM to March 15, 6:30 PM');
    expect(fromUntil(period(null))).toBe('From March 9, 2:00 PM');
  });
});
