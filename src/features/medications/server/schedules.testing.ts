/** A step of a taper, by default at 8:00 AM. */
export const step = (from: string, amount: number, times = ['08:00']) => ({ from, amount, times });

/** A taper in tablets that starts on March 10. */
export const taper = (...steps: object[]) => ({
  frequency: 'taper',
  startDate: '2026-03-10',
  pattern: { kind: 'taper', unit: 'tablet', steps },
});

export const PREDNISONE = {
  name: 'Prednisone',
  dosage: '5 mg',
  ...taper(step('2026-03-10', 2), step('2026-03-11', 1), step('2026-03-12', 0.5)),
  endDate: '2026-03-12',
};

export const HOURS = { kind: 'every_n_hours', every: 4, from: '08:00', until: '20:00' };
export const WEEKDAYS = { kind: 'chosen_weekdays', weekdays: [1, 3, 5] };

export const amounts = (...ofTimes: [string, number][]) => ({
  unit: 'tablet',
  ofTimes: ofTimes.map(([time, amount]) => ({ time, amount })),
});
