import { expect, it } from 'vitest';
import type { DoseState } from './answer.ts';
import { dosesByTime } from './doses-by-time.ts';

const at = (scheduledTime: string, ...states: DoseState[]) =>
  states.map((state) => ({ scheduledTime, state }));

it.each<[DoseState[], DoseState]>([
  [['taken'], 'taken'],
  [['taken', 'skipped'], 'skipped'],
  [['taken', 'due'], 'due'],
  [['missed', 'due'], 'missed'],
  [['later', 'taken'], 'later'],
  [['overdue', 'missed', 'due'], 'overdue'],
])('several doses of one time, %j, are shown as %s', (states, shown) => {
  const [time, ...others] = dosesByTime(at('08:00', ...states));
  expect(time?.state).toBe(shown);
  expect(time?.doses).toHaveLength(states.length);
  expect(others).toEqual([]);
});

it('times are sorted, earliest first', () => {
  const times = dosesByTime([...at('12:00', 'later'), ...at('08:00', 'taken')]);
  expect(times.map(({ scheduledTime }) => scheduledTime)).toEqual(['08:00', '12:00']);
});
