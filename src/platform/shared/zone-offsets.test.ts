import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { transitionsOf, ZONES } from '#testing/temporal-clock.ts';
import { HOUR_MS, MINUTE_MS } from './durations.ts';
import { isZoneDataOutdated, zoneOffsets } from './zone-offsets.ts';
import type { ZoneOffsets } from './zoned-time.ts';
import * as server from './zoned-time.ts';

const RealFormat = Intl.DateTimeFormat;

/** `Intl.DateTimeFormat` of a browser that knows no time zone. */
class UnknownZone {
  constructor() {
    throw new RangeError('Invalid time zone specified');
  }
}

/**
 * `Intl.DateTimeFormat` of a browser with wrong data: every zone is an hour ahead of its real time.
 */
class ShiftedZone {
  readonly #format: Intl.DateTimeFormat;
  constructor(locale: string, options: Intl.DateTimeFormatOptions) {
    this.#format = new RealFormat(locale, options);
  }
  format(instant: number) {
    return this.#format.format(instant + HOUR_MS);
  }
}

const BROKEN = { 'an unknown zone': UnknownZone, 'a zone shifted by an hour': ShiftedZone };

/** Loads the module as a page does in a browser with this `DateTimeFormat`, with empty caches. */
async function pageWith(DateTimeFormat: unknown): Promise<typeof server> {
  vi.resetModules();
  vi.stubGlobal('Intl', { DateTimeFormat });
  return import('./zoned-time.ts');
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const yearOf = (instant: number) => new Date(instant).getUTCFullYear();

/**
 * Returns everything that a screen shows of an instant, and the instants of its local time and of
 * the start of its day.
 */
function shownAt(clock: typeof server, at: number, zone: string): string {
  const instant = new Date(at);
  const [date, time] = [clock.localDate(instant, zone), clock.localTime(instant, zone)];
  return [
    ...[zone, instant.toISOString(), date, time],
    ...[clock.formatTime(instant, zone), clock.formatDay(instant, zone)],
    ...[clock.formatDate(instant, zone), clock.formatDayAndPart(instant, zone)],
    clock.instantOf(date, time, zone).toISOString(),
    clock.instantOf(date, '00:00', zone).toISOString(),
  ].join(' ');
}

describe('a browser with the offsets of the server', () => {
  /** One case per zone and year: the offsets, and the times that the server shows in that year. */
  const cases: { zone: string; offsets: ZoneOffsets; instants: number[]; expected: string[] }[] =
    [];

  beforeAll(() => {
    for (const zone of ZONES) {
      for (let year = 2024; year <= 2030; year += 1) {
        const middle = Date.UTC(year, 6);
        const instants = transitionsOf(zone)
          .map(({ epochMilliseconds }) => epochMilliseconds)
          .filter((at) => yearOf(at) === year)
          .flatMap((at) => [at - HOUR_MS, at - 1, at, at + HOUR_MS]);
        if (instants.length === 0) instants.push(middle);
        const offsets = zoneOffsets(zone, new Date(middle));
        const expected = instants.map((at) => shownAt(server, at, zone));
        cases.push({ zone, offsets, instants, expected });
      }
    }
  });

  test.each(Object.entries(BROKEN))(
    'a browser with %s shows the same times as the server around all transitions from 2024 to 2030',
    async (_, DateTimeFormat) => {
      const page = await pageWith(DateTimeFormat);
      const wrong: string[] = [];
      for (const { zone, offsets, instants, expected } of cases) {
        page.registerOffsets(zone, offsets);
        const shown = instants.map((at) => shownAt(page, at, zone));
        wrong.push(...shown.filter((line, place) => line !== expected[place]));
      }
      expect(wrong).toEqual([]);
      expect(cases.flatMap(({ instants }) => instants).length).toBeGreaterThan(9_000);
    },
  );

  test('the new times are shown when the offsets of a zone change', async () => {
    const page = await pageWith(UnknownZone);
    const [from, noon, until] = [2025, 2026, 2029].map((year) => Date.UTC(year, 0, 1, 12));
    const at = (minutes: number) => {
      page.registerOffsets('Asia/Almaty', [
        [from ?? 0, minutes],
        [until ?? 0, minutes],
      ]);
      return page.localTime(new Date(noon ?? 0), 'Asia/Almaty');
    };
    expect([at(360), at(300)]).toEqual(['18:00', '17:00']);
  });

  test('an unknown zone uses the nearest known offset outside the table', async () => {
    const offsets = zoneOffsets('America/Coyhaique', new Date('2026-06-01'));
    const page = await pageWith(UnknownZone);
    page.registerOffsets('America/Coyhaique', offsets);
    const noon = (year: number) => new Date(Date.UTC(year, 0, 1, 12));
    expect(page.localTime(noon(2040), 'America/Coyhaique')).toBe('09:00');
  });

  test('a browser that knows the zone uses its own data outside the table', async () => {
    const offsets = zoneOffsets('America/New_York', new Date('2026-06-01'));
    const page = await pageWith(RealFormat);
    page.registerOffsets('America/New_York', offsets);
    expect(page.localTime(new Date('1960-08-01T12:00:00Z'), 'America/New_York')).toBe('08:00');
  });
});

describe('a zone that is unknown and has no offsets', () => {
  test('an unknown zone throws, so that a server does not plan with a wrong clock', async () => {
    const page = await pageWith(UnknownZone);
    expect(() => page.localTime(new Date(0), 'Europe/Kyiv')).toThrow(RangeError);
  });

  test('an unknown zone is shown in UTC after showUnknownZonesInUtc', async () => {
    const page = await pageWith(UnknownZone);
    page.showUnknownZonesInUtc();
    expect(page.formatTime(new Date('2026-01-01T12:00:00Z'), 'Europe/Kyiv')).toBe('12:00 PM');
    expect(page.isTimezone('Europe/Kyiv')).toBe(false);
  });

  test('an unknown zone cannot be shown until its offsets are registered', async () => {
    const page = await pageWith(UnknownZone);
    page.registerOffsets('Europe/Kyiv', []);
    expect(page.canShowZone('Europe/Kyiv')).toBe(false);
    page.registerOffsets('Europe/Kyiv', [[0, 120]]);
    expect(page.canShowZone('Europe/Kyiv')).toBe(true);
  });
});

describe('zoneOffsets', () => {
  test('zoneOffsets contains every transition of its four calendar years, in every zone', () => {
    const wrong: string[] = [];
    for (const zone of ZONES) {
      for (const year of [2025, 2027, 2029]) {
        const rows = zoneOffsets(zone, new Date(Date.UTC(year, 6)));
        const expected = transitionsOf(zone)
          .filter(({ epochMilliseconds: at }) => Math.abs(yearOf(at) - year - 0.5) <= 1.5)
          .map((at) => [at.epochMilliseconds, at.offsetNanoseconds / 1e6 / MINUTE_MS].join())
          .filter((row) => yearOf(Number(row.split(',')[0])) <= 2030);
        const found = rows.slice(1, -1).filter(([at]) => yearOf(at) <= 2030);
        if (found.map((row) => row.join()).join(' ') !== expected.join(' ')) {
          wrong.push(`${zone} ${year}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('zoneOffsets covers one year back and two years ahead, and is the same all year', () => {
    const [first, last] = ['2026-01-01T00:00:00Z', '2026-12-31T23:59:59Z'].map((instant) =>
      zoneOffsets('America/New_York', new Date(instant)),
    );
    expect(first).toBe(last);
    expect(first?.at(0)).toEqual([Date.UTC(2025, 0), -300]);
    expect(first?.at(-1)).toEqual([Date.UTC(2029, 0), -300]);
    expect(first).toHaveLength(10);
  });

  test('zoneOffsets of a zone unknown to the server is empty', () => {
    expect(zoneOffsets('Mars/Olympus', new Date())).toEqual([]);
  });
});

describe('isZoneDataOutdated', () => {
  const now = new Date('2026-06-01');

  test('a browser with the same data is not outdated', () => {
    const wrong = ZONES.filter((zone) => isZoneDataOutdated(zone, zoneOffsets(zone, now)));
    expect(wrong).toEqual([]);
  });

  test.each(Object.entries(BROKEN))('a browser with %s is outdated', async (_, DateTimeFormat) => {
    const offsets = zoneOffsets('Asia/Almaty', now);
    vi.resetModules();
    vi.stubGlobal('Intl', { DateTimeFormat });
    const page = await import('./zone-offsets.ts');
    expect(page.isZoneDataOutdated('Asia/Almaty', offsets)).toBe(true);
  });

  test('a browser that still changes its clocks after a country stopped doing so is outdated', () => {
    const all = zoneOffsets('America/New_York', now);
    const winter = [all[0], all.at(-1)].flatMap((row) => (row ? [row] : []));
    expect(isZoneDataOutdated('America/New_York', winter)).toBe(true);
  });

  test('without offsets for comparison the data is not outdated', () => {
    expect(isZoneDataOutdated('America/New_York', [])).toBe(false);
  });
});
