import { expect, test } from 'vitest';
import type { LogStatus, UpcomingMedication } from '../contract.ts';
import { withPresses } from './dose-store.ts';

const EIGHT = '2026-03-10T12:00:00.000Z';
const NINE = '2026-03-10T13:00:00.000Z';

const dose = (medicationId: string, scheduledTime: string): UpcomingMedication => ({
  id: `${medicationId} ${scheduledTime}`,
  medicationId,
  scheduledTime,
  status: 'pending',
  userId: 'system',
  medication: {
    name: 'Metformin',
    dosage: '',
    instructions: '',
    pillImageUrl: null,
    soundEnabled: true,
    reminderEnabled: true,
  },
});

const DOSES = [dose('a', EIGHT), dose('a', NINE), dose('b', EIGHT)];

type Said = [medicationId: string, scheduledTime: string, status: LogStatus];

test.each<[string, Said[], LogStatus[]]>([
  ['nothing', [], ['pending', 'pending', 'pending']],
  ['one dose', [['a', NINE, 'taken']], ['pending', 'taken', 'pending']],
  [
    'a time in other words',
    [['a', '2026-03-10T08:00:00-04:00', 'skipped']],
    ['skipped', 'pending', 'pending'],
  ],
  [
    'one dose twice: the last',
    [
      ['b', EIGHT, 'taken'],
      ['b', EIGHT, 'pending'],
      ['b', EIGHT, 'missed'],
    ],
    ['pending', 'pending', 'missed'],
  ],
  ['a dose that is not listed', [['c', EIGHT, 'taken']], ['pending', 'pending', 'pending']],
])('the doses with what was pressed here: %s', (_, said, expected) => {
  const presses = said.map(([medicationId, scheduledTime, status]) => ({
    medicationId,
    scheduledTime,
    status,
  }));
  expect(withPresses(DOSES, presses).map(({ status }) => status)).toEqual(expected);
});
