import { describe, expect, it } from 'vitest';
import { isTimezone } from '#platform/shared/zoned-time.ts';
import { fitsTyped, showTheSame, zoneChoices, zoneLabel, zoneName } from './time-zones.ts';

const zonesOf = (known: readonly string[], stored: string) =>
  zoneChoices(known, stored).map(({ zone }) => zone);

describe('zoneChoices returns the list of time zones', () => {
  const EIGHT = [
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Los_Angeles',
    'America/Anchorage',
    'Pacific/Honolulu',
    'America/Phoenix',
    'UTC',
  ];

  it('the list starts with eight common zones and contains each zone once', () => {
    expect(zonesOf(['America/Chicago', 'Europe/Berlin', 'UTC'], 'UTC')).toEqual([
      ...EIGHT,
      'Europe/Berlin',
    ]);
  });

  it('the other zones are sorted by place', () => {
    const known = ['Europe/Berlin', 'Africa/Cairo', 'America/Argentina/Salta', 'Asia/Amman'];
    expect(zoneChoices(known, 'UTC').slice(8)).toEqual([
      { zone: 'Asia/Amman', label: 'Amman (Asia)' },
      { zone: 'Europe/Berlin', label: 'Berlin (Europe)' },
      { zone: 'Africa/Cairo', label: 'Cairo (Africa)' },
      { zone: 'America/Argentina/Salta', label: 'Salta (America, Argentina)' },
    ]);
  });

  it('the list contains the stored zone', () => {
    expect(zonesOf(['Asia/Calcutta'], 'Asia/Kolkata')).toEqual([
      ...EIGHT,
      'Asia/Calcutta',
      'Asia/Kolkata',
    ]);
  });

  it('the list contains all zones that the product knows', () => {
    const known = zonesOf(Intl.supportedValuesOf('timeZone'), 'UTC');
    expect(known.length).toBeGreaterThan(400);
    expect(known.filter((zone) => !isTimezone(zone))).toEqual([]);
  });
});

it.each([
  ['Europe/Isle_of_Man', 'Isle of Man (Europe)'],
  ['UTC', 'UTC'],
])('zoneLabel of %s is %s', (zone, label) => {
  expect(zoneLabel(zone)).toBe(label);
});

it.each([
  ['Berlin (Europe)', 'ber', true],
  ['Berlin (Europe)', 'Europe/Berlin', true],
  ['Berlin (Europe)', ' ', true],
  ['Berlin (Europe)', 'lin', false],
  ['Eastern Time (New York)', 'new york', true],
  ['Eastern Time (New York)', 'New_York', true],
  ['Sao Paulo (America)', 'São Paulo', true],
  ['Calcutta (Asia) India Standard Time', 'india', true],
  ['Calcutta (Asia)', 'india', false],
])('fitsTyped of %s with %j typed is %s', (text, typed, fits) => {
  expect(fitsTyped(text, typed)).toBe(fits);
});

it.each([
  ['America/Los_Angeles', 'Pacific time'],
  ['America/New_York', 'Eastern time'],
  ['Europe/Paris', 'Central European time'],
  ['UTC', 'UTC'],
])('zoneName of %s is %s', (zone, name) => {
  expect(zoneName(zone)).toBe(name);
});

it.each([
  ['America/New_York', 'America/Detroit', '2026-03-10T12:00:00Z', true],
  ['America/New_York', 'America/Los_Angeles', '2026-03-10T12:00:00Z', false],
  ['America/Denver', 'America/Phoenix', '2026-01-10T12:00:00Z', true],
  ['America/Denver', 'America/Phoenix', '2026-07-10T12:00:00Z', false],
])('the clocks of %s and %s at %s show the same time: %s', (one, other, at, same) => {
  expect(showTheSame(one, other, new Date(at))).toBe(same);
});
