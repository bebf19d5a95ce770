import { describe, expect, it } from 'vitest';
import { type Affected, affectedList, affectedMessage } from './removal.ts';

const NONE: Affected = {
  medications: 0,
  loggedDoses: 0,
  measurements: 0,
  notes: 0,
  events: 0,
  timesAway: 0,
};

describe('affectedMessage describes the effects of a removal', () => {
  it.each<[Partial<Affected>, string]>([
    [{}, ''],
    [{ medications: 1 }, '1 medication stops.'],
    [{ medications: 2 }, '2 medications stop.'],
    [{ notes: 1 }, '1 note goes to the bin with them.'],
    [{ notes: 1, events: 1 }, '1 note and 1 event go to the bin with them.'],
    [
      { medications: 2, loggedDoses: 1234, measurements: 41, notes: 2, events: 1, timesAway: 1 },
      '2 medications stop. 1,234 logged doses, 41 measurements, 2 notes, 1 event and 1 time away go to the bin with them.',
    ],
  ])('affectedMessage of %o is %s', (affected, message) => {
    expect(affectedMessage({ ...NONE, ...affected })).toBe(message);
  });
});

it('affectedList names the medications first', () => {
  expect(affectedList({ ...NONE, medications: 1, measurements: 2 })).toBe(
    '1 medication and 2 measurements',
  );
  expect(affectedList(NONE)).toBe('');
});
