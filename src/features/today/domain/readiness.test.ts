import { describe, expect, it } from 'vitest';
import type { Tablet } from '../contract.ts';
import { readinessMessage, readinessOf } from './readiness.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const ZONE = 'America/New_York';

const WELL: Tablet = {
  id: 'kitchen',
  name: 'Tablet',
  kind: 'tablet',
  state: 'sounding',
  silentSince: null,
  visible: true,
  soundReady: true,
  clockSkewMinutes: 0,
  timezone: ZONE,
  batteryPercent: 92,
  charging: true,
  worksOffline: true,
  zoneDataOutdated: false,
  createdAt: '2026-03-01T12:00:00.000Z',
  test: {
    askedAt: '2026-03-10T11:00:00.000Z',
    answeredAt: '2026-03-10T11:00:05.000Z',
    outcome: 'sounded',
  },
};

const ready = (but: Partial<Tablet>) => readinessOf({ ...WELL, ...but }, NOW, ZONE);

describe('the readiness of a tablet (readinessOf)', () => {
  it('a tablet without problems is ready', () => {
    const all = ready({});
    expect(readinessMessage(all)).toBe('Ready, 8 of 8');
    expect(all.couldRing).toBe(true);
  });

  it.each<[string, Partial<Tablet>, string, boolean]>([
    ['Sound', { soundReady: false, state: 'silent' }, 'Blocked by its browser', false],
    ['Awake', { visible: false, state: 'hidden' }, 'It shows something else, or', false],
    ['Power', { batteryPercent: 18, charging: false }, 'Not charging, 18 %', true],
    ['Clock', { clockSkewMinutes: -7 }, '7 minutes behind', true],
    ['Time zone', { timezone: 'America/Los_Angeles' }, 'Set to Pacific time', true],
    ['Time zone', { zoneDataOutdated: true }, 'Its time zone data are outdated', true],
    ['Without internet', { worksOffline: false }, 'Goes on only while', true],
    ['Alarm', { test: { ...testOf(10), outcome: 'blocked' } }, 'Blocked 10 minutes ago', true],
    ['Alarm', { test: { ...testOf(10), answeredAt: null } }, 'No answer 10 minutes ago', true],
  ])('a problem is listed first with its remedy: %s', (name, but, fact, couldRing) => {
    const found = ready(but);
    expect(found.lines[0]).toMatchObject({ name, verdict: 'no' });
    expect(found.lines[0]?.fact).toContain(fact);
    expect(found.lines[0]?.todo).toBeTruthy();
    expect(readinessMessage(found)).toBe('1 thing to do');
    expect(found.couldRing).toBe(couldRing);
  });

  it.each<[string, Partial<Tablet>]>([
    ['Awake', { visible: null }],
    ['Sound', { soundReady: null }],
    ['Alarm', { test: null }],
    ['Alarm', { test: { ...testOf(0), answeredAt: null } }],
    ['Clock', { clockSkewMinutes: null }],
    ['Time zone', { timezone: null }],
    ['Power', { batteryPercent: null, charging: null }],
    ['Without internet', { worksOffline: null }],
  ])('a tablet is not ready while a fact is unknown: %s', (name, but) => {
    const found = ready(but);
    expect(found.lines.find((line) => line.name === name)?.verdict).toBe('not known');
    expect(readinessMessage(found)).toBe('7 of 8 in order');
  });

  it('the display and sound of an unreachable tablet are unknown', () => {
    const found = ready({ state: 'gone', silentSince: '2026-03-10T10:30:00.000Z' });
    expect(found.lines[0]).toMatchObject({ name: 'Connected', fact: 'Not heard since 6:30 AM' });
    const known = (name: string) => found.lines.find((line) => line.name === name)?.verdict;
    expect([known('Awake'), known('Sound')]).toEqual(['not known', 'not known']);
    expect(found.couldRing).toBe(false);
  });
});

function testOf(minutesAgo: number) {
  const at = new Date(NOW.getTime() - minutesAgo * 60_000).toISOString();
  return { askedAt: at, answeredAt: at, outcome: null };
}
