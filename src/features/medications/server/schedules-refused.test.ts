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
    ['weekdays of daily', daily({ pattern: WEEKDAYS }), 'pattern', /has no pattern/],
    [
      'chosen weekdays without them',
      { frequency: 'chosen_weekdays', times: ['08:00'] },
      'pattern',
      'Please choose the weekdays.',
    ],
    ['the pattern of another', { ...of(HOURS), frequency: 'cycle' }, 'pattern', /days on/],
    ['a kind that nobody knows', of({ kind: 'moons', every: 1 }), 'frequency', /how often/],
    ['no weekday', of({ ...WEEKDAYS, weekdays: [] }), 'pattern.weekdays', /at least one weekday/],
    ['an eighth weekday', of({ ...WEEKDAYS, weekdays: [7] }), 'pattern.weekdays.0', /weekday/],
    [
      'every 0 days',
      of({ kind: 'every_n_days', every: 0 }),
      'pattern.every',
      'Please choose at least 2.',
    ],
    [
      'every 366 days',
      of({ kind: 'every_n_days', every: 366 }),
      'pattern.every',
      'Please choose at most 365.',
    ],
    ['every 2.5 days', of({ kind: 'every_n_days', every: 2.5 }), 'pattern.every', /whole number/],
    ['every 1e308 hours', of({ ...HOURS, every: 1e308 }), 'pattern.every', /./],
    ['every 0 hours', of({ ...HOURS, every: 0 }), 'pattern.every', 'Please choose at least 1.'],
    ['every 13 hours', of({ ...HOURS, every: 13 }), 'pattern.every', 'Please choose at most 12.'],
    [
      'hours from a time that is none',
      of({ ...HOURS, from: '24:00' }),
      'pattern.from',
      'Please choose a time.',
    ],
    [
      'hours that end before they begin',
      of({ ...HOURS, until: '07:59' }),
      'pattern.until',
      /must not be before/,
    ],
    ['no day of the month', of({ kind: 'days_of_month', days: [] }), 'pattern.days', /1 to 31/],
    ['the 32nd', of({ kind: 'days_of_month', days: [32] }), 'pattern.days.0', /1 to 31/],
    ['no days on', of({ kind: 'cycle', on: 0, off: 7 }), 'pattern.on', 'Please choose at least 1.'],
    [
      'no days off',
      of({ kind: 'cycle', on: 21, off: 0 }),
      'pattern.off',
      'Please choose at least 1.',
    ],
    ['more than it knows', of({ kind: 'every_n_days', every: 3, hour: 1 }), 'hour', /not known/],
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
      'a step of none',
      taper(step('2026-03-10', 0)),
      'pattern.steps.0.amount',
      /at least a quarter/,
    ],
    ['a step of a third', taper(step('2026-03-10', 0.3)), 'pattern.steps.0.amount', /quarters/],
    ['a step of 101', taper(step('2026-03-10', 101)), 'pattern.steps.0.amount', /at most 100/],
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
      'steps of one day',
      taper(step('2026-03-10', 2), step('2026-03-12', 1), step('2026-03-12', 2)),
      'pattern.steps.2.from',
      'Each step must begin after the one before.',
    ],
    [
      'a step after the end',
      { ...taper(step('2026-03-10', 2), step('2026-03-12', 1)), endDate: '2026-03-11' },
      'pattern.steps.1.from',
      'This step begins after the end date.',
    ],
    [
      'more than 24 times in all steps',
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
      'more than 30 steps',
      taper(
        ...Array.from({ length: 31 }, (_, day) =>
          step(`2026-03-${String(day + 1).padStart(2, '0')}`, 1),
        ),
      ),
      'pattern.steps',
      'At most 30 steps.',
    ],
    [
      'an amount at no time',
      daily({ amounts: amounts(['09:00', 1]) }),
      'amounts',
      'There is no dose at 9:00 AM.',
    ],
    [
      'an amount twice',
      daily({ amounts: amounts(['08:00', 1], ['08:00', 2]) }),
      'amounts',
      /there twice/,
    ],
    ['no amounts', daily({ amounts: amounts() }), 'amounts.ofTimes', /how much/],
    [
      'amounts of what is taken as needed',
      { frequency: 'as_needed', amounts: amounts(['08:00', 1]) },
      'amounts',
      /has no times/,
    ],
    [
      'amounts beside those of a taper',
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
