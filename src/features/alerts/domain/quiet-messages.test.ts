import { expect, it } from 'vitest';
import { type AnsweredDose, awayMessage, quietMessage } from './quiet-messages.ts';

const DOSE: AnsweredDose = {
  name: 'Lisinopril',
  dosage: '10 mg',
  elder: 'Ada',
  scheduledTime: new Date('2026-03-10T12:00:00Z'),
  status: 'skipped',
  at: new Date('2026-03-10T12:03:00Z'),
  by: 'Ada King',
};

it.each<[Partial<AnsweredDose>, string, string, string]>([
  [
    {},
    'A dose was skipped',
    'Lisinopril, 10 mg for Ada, due at 8:00 AM: Ada King said “skipped” at 8:03 AM.',
    'Due at 8:00 AM. Said at 8:03 AM.',
  ],
  [
    { status: 'missed', elder: '', dosage: '' },
    'A dose was marked as missed',
    'Lisinopril, due at 8:00 AM: Ada King said “missed” at 8:03 AM.',
    'Due at 8:00 AM. Said at 8:03 AM.',
  ],
  [
    { status: 'taken', at: new Date('2026-03-11T13:00:00Z') },
    'A dose was taken after all',
    'Lisinopril, 10 mg for Ada, due at 8:00 AM on Tuesday, March 10: Ada King said “taken” at 9:00 AM.',
    'Due at 8:00 AM on Tuesday, March 10. Said at 9:00 AM.',
  ],
  [
    { status: 'taken', isOneTooMany: true },
    'One dose too many was taken',
    'Lisinopril, 10 mg for Ada, due at 8:00 AM: Ada King said “taken” at 8:03 AM, and it was one too many.',
    'One too many. Said at 8:03 AM.',
  ],
  [
    { status: 'taken', isOneTooMany: true, isAsNeeded: true },
    'One dose too many was taken',
    'Lisinopril, 10 mg for Ada: Ada King said “taken” at 8:03 AM, and it was one too many.',
    'One too many. Said at 8:03 AM.',
  ],
])('message without an alarm for the change %o', (changed, subject, sentence, notice) => {
  expect(quietMessage({ ...DOSE, ...changed }, 'America/New_York')).toEqual({
    subject,
    sentence,
    notice,
  });
});

it('one message covers all doses of an away period and names ten of them', () => {
  const message = (count: number) =>
    awayMessage(
      Array.from({ length: count }, (_, at) => ({ ...DOSE, name: `M${at + 1}` })),
      { by: 'Ann King', at: new Date('2026-03-11T13:01:00Z') },
      'America/New_York',
    );
  expect(message(1)).toEqual({
    subject: 'A dose is not waited for',
    sentence:
      'M1, 10 mg for Ada, due at 8:00 AM on Tuesday, March 10: Ann King entered a time away at 9:01 AM. Nobody is asked about it any more.',
    notice: 'Away. Said at 9:01 AM.',
  });
  expect(message(12).subject).toBe('12 doses are not waited for');
  expect(message(12).sentence).toContain('; M10, 10 mg for Ada');
  expect(message(12).sentence).toContain('; 2 more: Ann King entered a time away at 9:01 AM.');
  expect(message(12).sentence).not.toContain('M11');
});
