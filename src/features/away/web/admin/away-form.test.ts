import { describe, expect, it } from 'vitest';
import type { AwayTime } from '../../contract.ts';
import { contentOf, errorsIn, fieldsOf } from './away-form.ts';

const TODAY = '2026-03-10';
const NOW = { at: new Date('2026-03-10T13:05:00Z'), timezone: 'America/New_York' };

const OLD: AwayTime = {
  ...{ id: 'a', userId: 'rose', version: 3, note: 'Hospital' },
  ...{ startDate: '2026-01-02', startTime: '08:00', endDate: null, endTime: null },
};

describe('the form of an away period', () => {
  it('a new period begins now without an end, in the time zone of the household', () => {
    expect(contentOf(fieldsOf(undefined, NOW))).toEqual({
      ...{ userId: 'system', startDate: TODAY, startTime: '09:05', note: '' },
      ...{ endDate: null, endTime: null },
    });
  });

  it('the proposed end is the next day at midnight', () => {
    const content = contentOf({ ...fieldsOf(undefined, NOW), hasEnd: true });
    expect(content).toMatchObject({ endDate: '2026-03-11', endTime: '00:00' });
  });

  it('an existing period is shown unchanged', () => {
    const { id: _, version: __, ...content } = OLD;
    expect(contentOf(fieldsOf(OLD, NOW))).toEqual(content);
  });

  it('errorsIn reports missing dates, a wrong order and an overlap', () => {
    const fields = { ...fieldsOf(undefined, NOW), hasEnd: true };
    const none = errorsIn({ ...fields, startDate: null, endDate: null }, TODAY, []);
    expect(none).toEqual({ startDate: 'Please choose a date.', endDate: 'Please choose a date.' });
    expect(errorsIn({ ...fields, endDate: '2026-03-09' }, TODAY, [])).toEqual({
      endDate: 'The end must be after the beginning.',
    });
    expect(errorsIn(fields, TODAY, [{ ...OLD, userId: 'system' }])).toHaveProperty('startDate');
    expect(errorsIn({ ...fields, hasEnd: false, endDate: null }, TODAY, [])).toEqual({});
  });

  it('a period that began long ago can be ended, but its start cannot be changed', () => {
    const ended = { ...fieldsOf(OLD, NOW), hasEnd: true, endDate: TODAY };
    expect(errorsIn(ended, TODAY, [], OLD)).toEqual({});
    expect(errorsIn({ ...ended, startDate: '2026-01-03' }, TODAY, [], OLD)).toHaveProperty(
      'startDate',
    );
  });
});
