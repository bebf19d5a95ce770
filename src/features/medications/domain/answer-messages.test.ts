import { expect, it } from 'vitest';
import { answeredMessage, answerMessage } from './answer-messages.ts';

const dose = (name: string) => ({
  scheduledTime: '2026-07-02T00:00:00.000Z',
  medication: { name },
});

it.each([
  [['Atorvastatin'], 'taken', 'America/New_York', 'Atorvastatin 8:00 PM: taken.'],
  [['Atorvastatin'], 'skipped', 'Europe/London', 'Atorvastatin 1:00 AM: skipped.'],
  [['Atorvastatin'], 'missed', undefined, 'Atorvastatin: missed.'],
  [['Atorvastatin'], 'pending', 'America/New_York', 'Atorvastatin 8:00 PM: not answered.'],
  [['A', 'B'], 'taken', 'America/New_York', '2 medications of 8:00 PM: taken.'],
  [['A', 'B'], 'taken', undefined, '2 medications: taken.'],
] as const)('saidMessage for %s, %s in %s: %s', (names, status, timezone, words) => {
  expect(answerMessage(names.map(dose), status, timezone)).toBe(words);
});

const AT = new Date('2026-07-02T00:04:00.000Z');

it.each([
  [['Lisinopril'], 'taken', 'America/New_York', 'Lisinopril: taken. 8:04 PM.'],
  [['Lisinopril'], 'skipped', 'Europe/London', 'Lisinopril: skipped. 1:04 AM.'],
  [['Lisinopril'], 'pending', 'America/New_York', 'Lisinopril: not answered.'],
  [['Lisinopril'], 'taken', undefined, 'Lisinopril: taken.'],
  [['A', 'B'], 'taken', 'America/New_York', '2 medications of 8:00 PM: taken. 8:04 PM.'],
  [['A', 'B'], 'pending', 'America/New_York', '2 medications of 8:00 PM: not answered.'],
  [[], 'taken', 'America/New_York', ''],
] as const)('answeredMessage for %s, %s in %s: %s', (names, status, timezone, words) => {
  expect(answeredMessage(names.map(dose), status, AT, timezone)).toBe(words);
});
