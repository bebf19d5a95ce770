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
  answeredAt: null,
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

const FOUR_PAST = '2026-03-10T12:04:00.000Z';

type Said = [medicationId: string, scheduledTime: string, status: LogStatus];

const pressed = (said: readonly Said[]) =>
  said.map(([medicationId, scheduledTime, status]) => ({
    medicationId,
    scheduledTime,
    status,
    pressedAt: Date.parse(FOUR_PAST),
  }));

test.each<[string, Said[], LogStatus[]]>([
  ['no presses', [], ['pending', 'pending', 'pending']],
  ['a press for one dose', [['a', NINE, 'taken']], ['pending', 'taken', 'pending']],
  [
    'a scheduled time in another notation',
    [['a', '2026-03-10T08:00:00-04:00', 'skipped']],
    ['skipped', 'pending', 'pending'],
  ],
  [
    'several presses for one dose, of which the last counts',
    [
      ['b', EIGHT, 'taken'],
      ['b', EIGHT, 'pending'],
      ['b', EIGHT, 'missed'],
    ],
    ['pending', 'pending', 'missed'],
  ],
  [
    'a press for a dose that is not listed',
    [['c', EIGHT, 'taken']],
    ['pending', 'pending', 'pending'],
  ],
])('withPresses applies the undelivered presses to the doses: %s', (_, said, expected) => {
  const presses = pressed(said);
  expect(withPresses(DOSES, presses).map(({ status }) => status)).toEqual(expected);
});

test.each<[LogStatus, string | null]>([
  ['taken', FOUR_PAST],
  ['skipped', FOUR_PAST],
  ['missed', FOUR_PAST],
  ['pending', null],
])('a dose pressed here has the time of its press as answeredAt: %s', (status, answeredAt) => {
  const [first] = withPresses(DOSES, pressed([['a', EIGHT, status]]));
  expect(first?.answeredAt).toBe(answeredAt);
});
