import { describe, expect, it } from 'vitest';
import type { AwayContent } from '../contract.ts';
import { validateAway } from './validity.ts';

const TODAY = '2026-03-10';

const AWAY: AwayContent = {
  userId: 'system',
  startDate: '2026-03-12',
  startTime: '09:00',
  endDate: '2026-03-15',
  endTime: '18:00',
  note: '',
};

const LATER = { ...AWAY, startDate: '2026-03-20', endDate: null, endTime: null };

describe('the validation of an away period (whatIsWrong)', () => {
  it.each<[string, Partial<AwayContent>, Record<string, string>]>([
    ['nothing', {}, {}],
    [
      'nothing where it has no end, before another',
      { endDate: '2026-03-20', endTime: '09:00' },
      {},
    ],
    [
      'it began too long ago',
      { startDate: '2026-02-06' },
      { startDate: 'Please choose a day of the last 31 days, or a later one.' },
    ],
    ['nothing 31 days ago', { startDate: '2026-02-07' }, {}],
    [
      'it begins too late',
      { startDate: '2027-03-12', endDate: '2027-03-13' },
      { startDate: 'Please choose a day within a year.' },
    ],
    [
      'it is too long',
      { endDate: '2027-03-14' },
      { endDate: 'Please choose a day within a year.' },
    ],
    ['it has an end without a time', { endTime: null }, { endTime: 'Please choose a time.' }],
    [
      'it ends when it begins',
      { endDate: '2026-03-12', endTime: '09:00' },
      { endDate: 'The end must be after the beginning.' },
    ],
    [
      'it ends before it begins',
      { endDate: '2026-03-11' },
      { endDate: 'The end must be after the beginning.' },
    ],
    [
      'it reaches into another',
      { endDate: '2026-03-20', endTime: '09:01' },
      { startDate: 'A part of this time is noted as away already.' },
    ],
    [
      'it has no end and another comes',
      { endDate: null, endTime: null },
      { startDate: 'A part of this time is noted as away already.' },
    ],
    ['nothing where somebody else is away', { userId: 'rose', endDate: '2026-03-25' }, {}],
  ])('whatIsWrong returns the errors by field: %s', (_, changed, wrong) => {
    expect(validateAway({ ...AWAY, ...changed }, TODAY, [LATER])).toEqual(wrong);
  });
});
