import { expect, it } from 'vitest';
import { placesOf, scaleFor } from './plot.ts';

const value = (measuredAt: string, first: number, second: number | null = null) =>
  ({
    ...{
      id: measuredAt,
      kind: second === null ? 'weight' : 'blood-pressure',
      unit: 'kg',
      measuredAt,
    },
    ...{ first, second },
  }) as const;
const AT = '2026-03-10T12:00:00Z';

it.each<[string, [number, number | null][], number[]]>([
  [
    'blood-pressure',
    [
      [128, 79],
      [142, 88],
    ],
    [150, 100, 50],
  ],
  ['weight', [[72.5, null]], [72.6, 72.5]],
  [
    'weight',
    [
      [72.5, null],
      [74.1, null],
    ],
    [75, 74, 73, 72],
  ],
  [
    'glucose',
    [
      [4.9, null],
      [7.2, null],
    ],
    [8, 6, 4],
  ],
  [
    'glucose',
    [
      [99, null],
      [400, null],
    ],
    [400, 200, 0],
  ],
  ['pain', [[2, null]], [10, 5, 0]],
  ['mood', [], [5, 3, 1]],
])('the scale of %s with %j has the lines %j', (kind, numbers, lines) => {
  const values = numbers.map(([first, second]) => value(AT, first, second));
  expect(scaleFor(kind, values as never)).toEqual(lines);
});

it("placesOf positions values by time in the household's time zone, and by height", () => {
  const days = { from: '2026-03-09', to: '2026-03-10', timezone: 'America/New_York' };
  const values = [
    value('2026-03-09T04:00:00Z', 100, 50),
    value('2026-03-10T04:00:00Z', 150, 75),
    value('2026-03-11T03:59:59Z', 50, 50),
    // This value is before the first day of the plot.
    value('2026-03-01T12:00:00Z', 160, 40),
  ];
  const places = placesOf(values as never, [150, 100, 50], days);
  expect(places.map(({ x, first, second }) => [Math.round(x), first, second])).toEqual([
    [0, 50, 100],
    [50, 0, 75],
    [100, 100, 100],
    [0, 0, 100],
  ]);
});
