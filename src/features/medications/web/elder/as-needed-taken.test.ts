import { expect, test } from 'vitest';
import type { LogStatus } from '../../contract.ts';
import { takenOn, takenTimes } from './as-needed-taken.ts';

const ZONE = 'America/New_York';

const said = (scheduledTime: string, status: LogStatus, medicationId = 'a') => ({
  medicationId,
  scheduledTime,
  status,
});

const EIGHT = '2026-03-10T12:00:00.000Z';
const NINE = '2026-03-10T13:00:00.000Z';

test.each([
  [
    'doses in the log, earliest first',
    [said(NINE, 'taken'), said(EIGHT, 'taken')],
    [],
    [EIGHT, NINE],
  ],
  [
    'doses in the log and undelivered presses',
    [said(EIGHT, 'taken')],
    [said(NINE, 'taken')],
    [EIGHT, NINE],
  ],
  ['a dose that was just delivered, once', [said(EIGHT, 'taken')], [said(EIGHT, 'taken')], [EIGHT]],
  ['no dose that was undone here', [said(EIGHT, 'taken')], [said(EIGHT, 'pending')], []],
  ['the last of several presses', [], [said(EIGHT, 'taken'), said(EIGHT, 'pending')], []],
  ['no dose of another medication', [said(EIGHT, 'taken', 'b')], [said(NINE, 'taken', 'b')], []],
  ['no dose of the day before', [], [said('2026-03-10T03:59:00.000Z', 'taken')], []],
])('takenTimes and takenOn return the times of a local date: %s', (_, logs, presses, expected) => {
  const taken = takenOn('2026-03-10', ZONE, takenTimes({ id: 'a', logs, presses }));
  expect(taken.map((instant) => instant.toISOString())).toEqual(expected);
});
