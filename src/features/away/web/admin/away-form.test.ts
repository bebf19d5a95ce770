import { describe, expect, it } from 'vitest';
import type { AwayTime } from '../../contract.ts';
import { contentOf, errorsIn, fieldsOf } from './away-form.ts';

const TODAY = '2026-03-10';
const NOW = { at: new Date('2026-03-10T13:05:00Z'), timezone: 'America/New_York' };

const OLD: AwayTime = {
  ...{ id: 'a', userId: 'rose', version: 3, note: 'Hospital' },
  ...{ startDate: '2026-01-02', startTime: '08:00', endDate: null, endTime: null },
};

describe('the form of a time away', () => {
  it('begins now without an end, by the clock of the household', () => {
    expect(contentOf(fieldsOf(undefined, NOW))).toEqual({
      ...{ userId: 'system', startDate: TODAY, startTime: '09:05', note: '' },
      ...{ endDate: null, endTime: null },
    });
  });

  it('proposes the day after when somebody knows the end', () => {
    const content = contentOf({ ...fieldsOf(undefined, NOW), hasEnd: true });
    expect(content).toMatchObject({ endDate: '2026-03-11', endTime: '00:00' });
  });

  it('shows one that is there as it is', () => {
    const { id: _, version: __, ...content } = OLD;
    expect(contentOf(fieldsOf(OLD, NOW))).toEqual(content);
  });

  it('says what is missing and what is wrong', () => {
    const fields = { ...fieldsOf(undefined, NOW), hasEnd: true };
    const none = errorsIn({ ...fields, startDate: null, endDate: null }, TODAY, []);
    expect(none).toEqual({ startDate: 'Please choose a date.', endDate: 'Please choose a date.' });
    expect(errorsIn({ ...fields, endDate: '2026-03-09' }, TODAY, [])).toEqual({
      endDate: 'The end must be after the beginning.',
    });
    expect(errorsIn(fields, TODAY, [{ ...OLD, userId: 'system' }])).toHaveProperty('startDate');
    expect(errorsIn({ ...fields, hasEnd: false, endDate: null }, TODAY, [])).toEqual({});
  });

  it('ends what began long ago, and begins nothing new so long ago', () => {
    const ended = { ...fieldsOf(OLD, NOW), hasEnd: true, endDate: TODAY };
    expect(errorsIn(ended, TODAY, [], OLD)).toEqual({});
    expect(errorsIn({ ...ended, startDate: '2026-01-03' }, TODAY, [], OLD)).toHaveProperty(
      'startDate',
    );
  });
});
