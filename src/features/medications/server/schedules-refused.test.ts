import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareServer, careServer } from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { amounts, HOURS, step, taper, WEEKDAYS } from './schedules.testing.ts';

describe('invalid patterns and amounts', () => {
  let server: CareServer;
  let home: TestHousehold;
  beforeAll(async () => {
    server = await careServer();
    server.clock.set('2026-03-10T11:00:00Z');
    home = await server.household();
  });
  afterAll(() => server.close());

  const of = (pattern: object) => ({ frequency: Object(pattern).kind, pattern, times: ['08:00'] });
  const daily = (more: object) => ({ frequency: 'daily', times: ['08:00'], ...more });

  it.each<[string, object, string, string | RegExp]>([
    [
      'a daily medication with a pattern of weekdays',
      daily({ pattern: WEEKDAYS }),
      'pattern',
      /has no pattern/,
    ],
    [
      'a medication for chosen weekdays without a pattern',
      { frequency: 'chosen_weekdays', times: ['08:00'] },
      'pattern',
      'Please choose the weekdays.',
    ],
    ['a pattern of another kind', { ...of(HOURS), frequency: 'cycle' }, 'pattern', /days on/],
    ['an unknown kind of pattern', of({ kind: 'moons', every: 1 }), 'frequency', /how often/],
    [
      'a list without weekdays',
      of({ ...WEEKDAYS, weekdays: [] }),
      'pattern.weekdays',
      /at least one weekday/,
    ],
    ['the weekday 7', of({ ...WEEKDAYS, weekdays: [7] }), 'pattern.weekdays.0', /weekday/],
    [
      'an interval of 0 days',
      of({ kind: 'every_n_days', every: 0 }),
      'pattern.every',
      'Please choose at least 2.',
    ],
    [
      'an interval of 366 days',
      of({ kind: 'every_n_days', every: 366 }),
      'pattern.every',
      'Please choose at most 365.',
    ],
    [
      'an interval of 2.5 days',
      of({ kind: 'every_n_days', every: 2.5 }),
      'pattern.every',
      /whole number/,
    ],
    ['an interval of 1e308 hours', of({ ...HOURS, every: 1e308 }), 'pattern.every', /./],
    [
      'an interval of 0 hours',
      of({ ...HOURS, every: 0 }),
      'pattern.every',
      'Please choose at least 1.',
    ],
    [
      'an interval of 13 hours',
      of({ ...HOURS, every: 13 }),
      'pattern.every',
      'Please choose at most 12.',
    ],
    [
      'an invalid start time of hours',
      of({ ...HOURS, from: '24:00' }),
      'pattern.from',
      'Please choose a time.',
    ],
    [
      'an end of hours before their start',
      of({ ...HOURS, until: '07:59' }),
      'pattern.until',
      /must not be before/,
    ],
    [
      'a list without days of the month',
      of({ kind: 'days_of_month', days: [] }),
      'pattern.days',
      /1 to 31/,
    ],
    ['the 32nd of a month', of({ kind: 'days_of_month', days: [32] }), 'pattern.days.0', /1 to 31/],
    [
      'a cycle without days on',
      of({ kind: 'cycle', on: 0, off: 7 }),
      'pattern.on',
      'Please choose at least 1.',
    ],
    [
      'a cycle without days off',
      of({ kind: 'cycle', on: 21, off: 0 }),
      'pattern.off',
      'Please choose at least 1.',
    ],
    [
      'an unknown field in a pattern',
      of({ kind: 'every_n_days', every: 3, hour: 1 }),
      'hour',
      /not known/,
    ],
    ['a taper without steps', taper(), 'pattern.steps', 'Please add at least one step.'],
    [
      'a taper without a unit',
      {
        ...taper(step('2026-03-10', 1)),
        pattern: { kind: 'taper', unit: ' ', steps: [step('2026-03-10', 1)] },
      },
      'pattern.unit',
      /such as tablet/,
    ],
    [
      'a step with amount 0',
      taper(step('2026-03-10', 0)),
      'pattern.steps.0.amount',
      /at least a quarter/,
    ],
    [
      'a step with an amount that is no multiple of a quarter',
      taper(step('2026-03-10', 0.3)),
      'pattern.steps.0.amount',
      /quarters/,
    ],
    [
      'a step with amount 101',
      taper(step('2026-03-10', 101)),
      'pattern.steps.0.amount',
      /at most 100/,
    ],
    [
      'a step without times',
      taper(step('2026-03-10', 1, [])),
      'pattern.steps.0.times',
      /at least one time/,
    ],
    [
      'a first step after the start date',
      taper(step('2026-03-11', 1)),
      'pattern.steps.0.from',
      'The first step must begin on the start date.',
    ],
    [
      'two steps on the same day',
      taper(step('2026-03-10', 2), step('2026-03-12', 1), step('2026-03-12', 2)),
      'pattern.steps.2.from',
      'Each step must begin after the one before.',
    ],
    [
      'a step after the end date',
      { ...taper(step('2026-03-10', 2), step('2026-03-12', 1)), endDate: '2026-03-11' },
      'pattern.steps.1.from',
      'This step begins after the end date.',
    ],
    [
      'a taper with more than 24 different times',
      taper(
        step(
          '2026-03-10',
          1,
          Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
        ),
        step('2026-03-11', 1, ['08:30']),
      ),
      'pattern.steps',
      /At most 24 different times/,
    ],
    [
      'a taper with more than 30 steps',
      taper(
        ...Array.from({ length: 31 }, (_, day) =>
          step(`2026-03-${String(day + 1).padStart(2, '0')}`, 1),
        ),
      ),
      'pattern.steps',
      'At most 30 steps.',
    ],
    [
      'an amount for a time without a dose',
      daily({ amounts: amounts(['09:00', 1]) }),
      'amounts',
      'There is no dose at 9:00 AM.',
    ],
    [
      'two amounts for the same time',
      daily({ amounts: amounts(['08:00', 1], ['08:00', 2]) }),
      'amounts',
      /there twice/,
    ],
    ['an empty list of amounts', daily({ amounts: amounts() }), 'amounts.ofTimes', /how much/],
    [
      'a list of amounts for an as-needed medication',
      { frequency: 'as_needed', amounts: amounts(['08:00', 1]) },
      'amounts',
      /has no times/,
    ],
    [
      'a list of amounts for a taper',
      { ...taper(step('2026-03-10', 1)), amounts: amounts(['08:00', 1]) },
      'amounts',
      /in its steps/,
    ],
  ])('%s is refused with a message for its field', async (_, changed, field, sentence) => {
    const body = { name: 'Prednisone', startDate: '2026-03-10', ...changed };
    const answer = await home.as('admin')('POST', '/api/medications', body);
    expectStatus(answer, 400);
    expect(answer.body.fields[field]).toMatch(sentence);
    expect((await home.as('admin')('GET', '/api/medications')).body).toEqual([]);
  });
});
