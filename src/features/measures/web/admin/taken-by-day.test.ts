import { expect, it } from 'vitest';
import type { AdherenceDay } from '#features/medications/contract.ts';
import { takenByDay } from './taken-by-day.ts';

const day = (date: string, counts: Partial<AdherenceDay>): AdherenceDay => ({
  ...{ medicationId: 'lisinopril', name: 'Lisinopril', date },
  ...{ due: 2, taken: 0, late: 0, skipped: 0, missed: 0, pending: 0 },
  ...counts,
});

it('takenByDay combines the doses of a day, counts late ones as taken, and omits days without an answer', () => {
  const days = [
    day('2026-03-08', { taken: 2, late: 1 }),
    day('2026-03-08', { due: 1, missed: 1 }),
    day('2026-03-09', { taken: 1, pending: 1 }),
    day('2026-03-10', { pending: 2 }),
  ];
  expect([...takenByDay(days)]).toEqual([
    ['2026-03-08', 67],
    ['2026-03-09', 100],
  ]);
});
