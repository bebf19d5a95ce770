import { describe, expect, it } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const NEW_YORK = 'America/New_York';
const NIGHT = { from: '22:00', until: '07:00' };

describe('quietUntil', () => {
  it.each([
    ['undefined before the start', NIGHT, '2026-03-11T01:59:59Z', undefined],
    ['the start is inclusive', NIGHT, '2026-03-11T02:00:00Z', '2026-03-11T11:00:00.000Z'],
    ['a time after midnight', NIGHT, '2026-03-11T05:30:00Z', '2026-03-11T11:00:00.000Z'],
    ['the end is exclusive', NIGHT, '2026-03-11T11:00:00Z', undefined],
    [
      'quiet hours within one day',
      { from: '09:00', until: '17:00' },
      '2026-03-10T16:00:00Z',
      '2026-03-10T21:00:00.000Z',
    ],
    [
      'undefined after quiet hours within one day',
      { from: '09:00', until: '17:00' },
      '2026-03-10T21:00:00Z',
      undefined,
    ],
    [
      'quiet hours that start at midnight',
      { from: '00:00', until: '06:00' },
      '2026-03-10T04:00:00Z',
      '2026-03-10T10:00:00.000Z',
    ],
    [
      'undefined for zero length',
      { from: '09:00', until: '09:00' },
      '2026-03-10T13:00:00Z',
      undefined,
    ],
    ['undefined without quiet hours', undefined, '2026-03-10T04:00:00Z', undefined],
    [
      'one hour shorter when the clocks go forward',
      NIGHT,
      '2026-03-08T06:59:00Z',
      '2026-03-08T11:00:00.000Z',
    ],
    [
      'an end that the clocks skip moves forward',
      { from: '22:00', until: '02:30' },
      '2026-03-08T07:15:00Z',
      '2026-03-08T07:30:00.000Z',
    ],
    [
      'one hour longer when the clocks go back',
      NIGHT,
      '2026-11-01T11:30:00Z',
      '2026-11-01T12:00:00.000Z',
    ],
    [
      'an ambiguous end is its first occurrence',
      { from: '22:00', until: '01:30' },
      '2026-11-01T05:31:00Z',
      undefined,
    ],
  ])('end of the quiet hours: %s', (_, hours, now, expected) => {
    expect(quietUntil(hours, new Date(now), NEW_YORK)?.toISOString()).toBe(expected);
  });

  it('quiet hours use the time zone of the household, not of the server', () => {
    const now = new Date('2026-03-10T22:30:00Z');
    expect(quietUntil(NIGHT, now, 'Europe/Berlin')).toEqual(new Date('2026-03-11T06:00:00Z'));
    expect(quietUntil(NIGHT, now, NEW_YORK)).toBeUndefined();
  });
});
