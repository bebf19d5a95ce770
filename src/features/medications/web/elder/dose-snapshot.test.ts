import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { Medication, UpcomingMedication } from '../../contract.ts';
import { upcomingDoses } from '../../domain/due.ts';
import { dosesKnownAt, type KnownDoses } from './dose-snapshot.ts';

const ZONE = 'America/New_York';

function medication(id: string, times: string[], more: Partial<Medication> = {}): Medication {
  return {
    id,
    name: `Medicine ${id}`,
    dosage: '5 mg',
    frequency: 'daily',
    times,
    startDate: '2026-01-01',
    endDate: null,
    instructions: '',
    pillImageUrl: null,
    isActive: true,
    reminderEnabled: true,
    soundEnabled: true,
    shortestIntervalMinutes: null,
    mostIn24Hours: null,
    userId: 'system',
    version: 1,
    ...more,
  };
}

/** Returns the server's response at that instant if no dose has an answer. */
function answerAt(medications: readonly Medication[], instant: string): UpcomingMedication[] {
  const due = medications.map((each) => ({ ...each, away: each.away ?? [] }));
  const { doses } = upcomingDoses(due, new Date(instant), ZONE);
  return doses.map(({ id, medicationId, scheduledTime }) => ({
    id,
    medicationId,
    scheduledTime: scheduledTime.toISOString(),
    status: 'pending',
    answeredAt: null,
    userId: 'system',
    medication: {
      name: `Medicine ${medicationId}`,
      dosage: '5 mg',
      instructions: '',
      pillImageUrl: null,
      soundEnabled: true,
      reminderEnabled: true,
    },
  }));
}

function knownAt(instant: string, medications: Medication[], said: string[] = []): KnownDoses {
  const doses = answerAt(medications, instant).map((dose) =>
    said.includes(dose.scheduledTime) ? { ...dose, status: 'taken' as const } : dose,
  );
  return { at: Date.parse(instant), timezone: ZONE, medications, doses };
}

const shown = (known: KnownDoses, instant: string) =>
  dosesKnownAt(known, Date.parse(instant)).doses.map(
    ({ scheduledTime, status }) => `${scheduledTime.slice(0, 16)} ${status}`,
  );

describe('the doses that a tablet computes without the server (dosesKnownAt)', () => {
  const MEDICATIONS = [medication('a', ['08:00', '23:58', '00:03'])];

  test('the last response is returned unchanged while it is valid', () => {
    const known = knownAt('2026-03-10T13:00:00Z', MEDICATIONS);
    expect(dosesKnownAt(known, Date.parse('2026-03-11T03:57:59Z')).doses).toBe(known.doses);
  });

  test.each([
    [
      'at the opening of the first dose after midnight',
      '2026-03-11T03:58:00Z',
      [
        '2026-03-10T04:03 taken',
        '2026-03-10T12:00 taken',
        '2026-03-11T03:58 pending',
        '2026-03-11T04:03 pending',
      ],
    ],
    [
      'after midnight with an open dose of the evening',
      '2026-03-11T04:30:00Z',
      [
        '2026-03-11T03:58 pending',
        '2026-03-11T04:03 pending',
        '2026-03-11T12:00 pending',
        '2026-03-12T03:58 pending',
      ],
    ],
    [
      'a day later with only the new day',
      '2026-03-11T12:00:00Z',
      ['2026-03-11T04:03 pending', '2026-03-11T12:00 pending', '2026-03-12T03:58 pending'],
    ],
    [
      'on the seventh day',
      '2026-03-17T12:00:00Z',
      ['2026-03-17T04:03 pending', '2026-03-17T12:00 pending', '2026-03-18T03:58 pending'],
    ],
    [
      'after seven days',
      '2026-03-17T13:00:00Z',
      ['2026-03-17T04:03 pending', '2026-03-17T12:00 pending', '2026-03-18T03:58 pending'],
    ],
    [
      'after a month',
      '2026-04-10T12:00:00Z',
      ['2026-04-10T04:03 pending', '2026-04-10T12:00 pending', '2026-04-11T03:58 pending'],
    ],
  ])('after that the doses follow the same rules as on the server: %s', (_, instant, expected) => {
    const said = ['2026-03-10T04:03:00.000Z', '2026-03-10T12:00:00.000Z'];
    expect(shown(knownAt('2026-03-10T13:00:00Z', MEDICATIONS, said), instant)).toEqual(expected);
  });

  test('doses during an away period are omitted, and later ones are included', () => {
    const away = {
      ...{ startDate: '2026-03-11', startTime: '00:00' },
      ...{ endDate: '2026-03-12', endTime: '12:00' },
    };
    const known = knownAt('2026-03-10T13:00:00Z', [
      medication('a', ['08:00', '20:00'], { away: [away] }),
    ]);
    expect(shown(known, '2026-03-11T14:00:00Z')).toEqual([]);
    expect(shown(known, '2026-03-12T14:00:00Z')).toEqual(['2026-03-13T00:00 pending']);
  });

  test.each([
    ['2026-03-10T13:00:00Z', false],
    ['2026-03-17T12:59:59Z', false],
    ['2026-03-17T13:00:00Z', true],
    ['2026-04-10T12:00:00Z', true],
    // If the clock was set back, the age cannot be computed.
    ['2020-01-01T00:00:00Z', false],
  ])('at %s the doses are old: %j', (instant, isOld) => {
    const known = knownAt('2026-03-10T13:00:00Z', MEDICATIONS);
    expect(dosesKnownAt(known, Date.parse(instant)).isOld).toBe(isOld);
  });

  test('the doses become old at an exact moment and continue to change afterwards', () => {
    const known = knownAt('2026-03-10T13:00:00Z', MEDICATIONS);
    const end = Date.parse('2026-03-17T13:00:00Z');
    expect(dosesKnownAt(known, end - 1).validUntil).toBe(end);
    expect(dosesKnownAt(known, end).validUntil).toBe(Date.parse('2026-03-18T03:58:00Z'));
  });

  test('after the end of the medication the list is old and empty', () => {
    const known = knownAt('2026-03-10T13:00:00Z', [
      medication('a', ['08:00'], { endDate: '2026-03-20' }),
    ]);
    const at = dosesKnownAt(known, Date.parse('2026-03-25T12:00:00Z'));
    expect([at.doses, at.isOld]).toEqual([[], true]);
  });

  test('a wall-clock time stays the same across a clock change', () => {
    const known = knownAt('2026-03-07T13:30:00Z', [medication('a', ['02:30', '08:00'])]);
    expect(shown(known, '2026-03-08T05:00:00Z')).toEqual([
      '2026-03-08T07:30 pending',
      '2026-03-08T12:00 pending',
    ]);
    expect(shown(known, '2026-03-09T12:00:00Z')).toEqual([
      '2026-03-09T06:30 pending',
      '2026-03-09T12:00 pending',
    ]);
  });

  test('each dose names the elder it is for', () => {
    const known = knownAt('2026-03-10T13:00:00Z', [
      medication('a', ['08:00'], { userId: 'rose' }),
      medication('b', ['09:00']),
    ]);
    const { doses } = dosesKnownAt(known, Date.parse('2026-03-12T12:00:00Z'));
    expect(doses.map(({ userId }) => userId)).toEqual(['rose', 'system']);
  });

  test('medications that begin or end within the week are respected', () => {
    const known = knownAt('2026-03-10T13:00:00Z', [
      medication('a', ['08:00'], { endDate: '2026-03-11' }),
      medication('b', ['09:00'], { startDate: '2026-03-12' }),
      medication('c', ['10:00'], { frequency: 'weekly', startDate: '2026-03-05' }),
      medication('d', [], { frequency: 'as_needed' }),
    ]);
    expect(shown(known, '2026-03-11T12:00:00Z')).toEqual(['2026-03-11T12:00 pending']);
    expect(shown(known, '2026-03-12T12:00:00Z')).toEqual([
      '2026-03-12T13:00 pending',
      '2026-03-12T14:00 pending',
    ]);
  });

  test('an answer of today stays listed although its time has changed', () => {
    const before = knownAt(
      '2026-03-10T13:00:00Z',
      [medication('a', ['08:00'])],
      ['2026-03-10T12:00:00.000Z'],
    );
    const known = { ...before, medications: [medication('a', ['00:02', '09:30'])] };
    expect(shown(known, '2026-03-11T03:57:00Z')).toContain('2026-03-10T12:00 taken');
    expect(shown(known, '2026-03-11T04:30:00Z')).toEqual([
      '2026-03-11T04:02 pending',
      '2026-03-11T13:30 pending',
    ]);
  });

  test("at any moment of the week the doses equal the server's, and change only at validUntil", () => {
    const medications = [
      medication('a', ['00:04', '08:00', '23:57']),
      medication('b', ['02:30', '21:00'], { frequency: 'weekly', startDate: '2026-03-08' }),
      medication('c', ['03:00', '22:00'], {
        frequency: 'every_n_days',
        pattern: { kind: 'every_n_days', every: 2 },
      }),
      medication('d', ['23:59'], {
        frequency: 'days_of_month',
        pattern: { kind: 'days_of_month', days: [6, 9] },
      }),
      medication('e', ['00:01'], {
        frequency: 'cycle',
        pattern: { kind: 'cycle', on: 3, off: 2 },
        startDate: '2026-03-03',
      }),
    ];
    const known = knownAt('2026-03-04T14:00:00Z', medications);
    let now = known.at;
    for (let steps = 0; steps < 2000 && now < known.at + 7 * DAY_MS; steps += 1) {
      const { doses, validUntil } = dosesKnownAt(known, now);
      const ids = doses.map(({ id }) => id);
      const expected = (instant: number) =>
        answerAt(medications, new Date(instant).toISOString()).map(({ id }) => id);
      expect(ids).toEqual(expected(now));
      if (validUntil < known.at + 7 * DAY_MS) expect(ids).toEqual(expected(validUntil - 1));
      now = validUntil;
    }
    expect(now).toBe(known.at + 7 * DAY_MS);
  });

  test('a taper shows the amount of each day of the week', () => {
    const step = (from: string, amount: number) => ({ from, amount, times: ['08:00'] });
    const known = knownAt('2026-03-10T13:00:00Z', [
      medication('a', ['08:00'], {
        frequency: 'taper',
        pattern: {
          kind: 'taper',
          unit: 'tablet',
          steps: [step('2026-03-10', 2), step('2026-03-12', 1), step('2026-03-14', 0.5)],
        },
        startDate: '2026-03-10',
        endDate: '2026-03-14',
      }),
      medication('b', ['08:00'], {
        frequency: 'chosen_weekdays',
        pattern: { kind: 'chosen_weekdays', weekdays: [5] },
      }),
    ]);
    const said = (instant: string) =>
      dosesKnownAt(known, Date.parse(instant)).doses.map(
        ({ medicationId, medication: { dosage } }) => `${medicationId} ${dosage}`,
      );
    expect(said('2026-03-11T12:00:00Z')).toEqual(['a 2 tablets, 5 mg']);
    expect(said('2026-03-12T12:00:00Z')).toEqual(['a 1 tablet, 5 mg']);
    expect(said('2026-03-13T12:00:00Z')).toEqual(['a 1 tablet, 5 mg', 'b 5 mg']);
    expect(said('2026-03-14T12:00:00Z')).toEqual(['a ½ tablet, 5 mg']);
    expect(said('2026-03-15T12:00:00Z')).toEqual([]);
  });
});
