import { describe, expect, it } from 'vitest';
import { type DayCounts, figuresOf, gainOf, sharesOf } from './uses.ts';

const NEW_YORK = 'America/New_York';
const NOTHING: DayCounts = {
  visits: 0,
  openings: 0,
  visitSeconds: 0,
  openingSeconds: 0,
  endedVisits: 0,
  endedOpenings: 0,
};
const counts = (some: Partial<DayCounts>): DayCounts => ({ ...NOTHING, ...some });

describe('sharesOf one use', () => {
  const visit = (content: string, seconds = 0) => ({ content, seconds, isOfItem: false });
  const opening = (content: string, seconds = 0) => ({ content, seconds, isOfItem: true });
  const afternoon = '2026-03-10T18:00:00Z';

  it.each([
    ['a start is a visit', visit('watch_started'), { visits: 1 }],
    ['a start of an item is an opening', opening('watch_started'), { openings: 1 }],
    ['the seconds of a start are ignored', visit('watch_started', 60), { visits: 1 }],
    ['an end has its seconds', visit('watch_ended', 61), { visitSeconds: 61, endedVisits: 1 }],
    [
      'an end of an item has its own seconds',
      opening('read_ended', 61),
      { openingSeconds: 61, endedOpenings: 1 },
    ],
    [
      'an end after zero seconds counts as an end',
      visit('call_ended'),
      { visitSeconds: 0, endedVisits: 1 },
    ],
    ['an unknown content adds only the day', visit('looked around', 61), {}],
  ])('shares of a use: %s', (_name, use, expected) => {
    expect(sharesOf(use, new Date(afternoon), NEW_YORK)).toEqual([
      { day: '2026-03-10', counts: counts(expected) },
    ]);
  });

  it.each([
    ['before midnight in New York', '2026-03-11T03:59:59.999Z', '2026-03-10'],
    ['at midnight in New York', '2026-03-11T04:00:00Z', '2026-03-11'],
  ])('a start %s counts for that day', (_name, at, day) => {
    expect(sharesOf(visit('watch_started'), new Date(at), NEW_YORK)).toMatchObject([{ day }]);
  });

  it.each<[string, string, number, string, [string, number, number][]]>([
    [
      'ended after midnight belongs to both days',
      '2026-03-11T04:20:00Z',
      50 * 60,
      NEW_YORK,
      [
        ['2026-03-10', 30 * 60, 0],
        ['2026-03-11', 20 * 60, 1],
      ],
    ],
    [
      'ended at midnight has its seconds before, and its end after midnight',
      '2026-03-11T04:00:00Z',
      60,
      NEW_YORK,
      [
        ['2026-03-10', 60, 0],
        ['2026-03-11', 0, 1],
      ],
    ],
    [
      'lasted 24 hours over the short day in March belongs to three days',
      '2026-03-09T04:10:00Z',
      24 * 3600,
      NEW_YORK,
      [
        ['2026-03-07', 50 * 60, 0],
        ['2026-03-08', 23 * 3600, 0],
        ['2026-03-09', 10 * 60, 1],
      ],
    ],
    [
      'ended in the evening of another time zone belongs to one day',
      '2026-03-11T04:20:00Z',
      50 * 60,
      'Pacific/Honolulu',
      [['2026-03-10', 50 * 60, 1]],
    ],
  ])('seconds of a use by day: a use that %s', (_name, at, seconds, timezone, expected) => {
    const shares = sharesOf(visit('watch_ended', seconds), new Date(at), timezone);
    expect(shares.map(({ day, counts }) => [day, counts.visitSeconds, counts.endedVisits])).toEqual(
      expected,
    );
  });
});

describe('figuresOf one day', () => {
  it.each<[string, Partial<DayCounts>, [number, number, number]]>([
    ['no uses', {}, [0, 0, 0]],
    ['a visit without an opening', { visits: 1 }, [1, 0, 0]],
    [
      'a visit with one opening: one view, no second counted twice',
      {
        visits: 1,
        openings: 1,
        visitSeconds: 80,
        openingSeconds: 60,
        endedVisits: 1,
        endedOpenings: 1,
      },
      [1, 1, 80],
    ],
    [
      'a visit with three openings',
      {
        visits: 1,
        openings: 3,
        visitSeconds: 80,
        openingSeconds: 60,
        endedVisits: 1,
        endedOpenings: 3,
      },
      [3, 1, 80],
    ],
    [
      'openings without a reported visit',
      { openings: 2, openingSeconds: 60, endedOpenings: 2 },
      [2, 2, 60],
    ],
  ])('figures of a day with %s', (_name, day, [views, sessions, seconds]) => {
    expect(figuresOf(counts(day))).toEqual({ views, sessions, seconds });
  });

  it('the gains of single uses add up to the figures of the day', () => {
    const steps = [
      counts({ visits: 1 }),
      counts({ openings: 1 }),
      counts({ openingSeconds: 60, endedOpenings: 1 }),
      counts({ openings: 1 }),
      counts({ openingSeconds: 30, endedOpenings: 1 }),
      counts({ visitSeconds: 100, endedVisits: 1 }),
    ];
    let day = NOTHING;
    const sum = { views: 0, sessions: 0, seconds: 0 };
    for (const step of steps) {
      day = {
        visits: day.visits + step.visits,
        openings: day.openings + step.openings,
        visitSeconds: day.visitSeconds + step.visitSeconds,
        openingSeconds: day.openingSeconds + step.openingSeconds,
        endedVisits: day.endedVisits + step.endedVisits,
        endedOpenings: day.endedOpenings + step.endedOpenings,
      };
      const gain = gainOf(day, step);
      sum.views += gain.views;
      sum.sessions += gain.sessions;
      sum.seconds += gain.seconds;
    }
    expect(sum).toEqual(figuresOf(day));
    expect(sum).toEqual({ views: 2, sessions: 1, seconds: 100 });
  });
});
