import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { type AlertOrder, type AlertState, nextOfAlert } from './escalation.ts';

const at = (time: string) => new Date(`2026-03-10T${time}:00Z`);

const NIGHT = { from: '22:00', until: '07:00' };

function order(steps: string[], changed: Partial<AlertOrder> = {}): AlertOrder {
  return {
    steps: steps.map((people, index) => ({ number: index + 1, people: people.split(' ') })),
    waitMs: 15 * MINUTE_MS,
    askAgainMs: HOUR_MS,
    lastIgnoresQuiet: false,
    quiet: new Map(),
    timezone: 'UTC',
    ...changed,
  };
}

const quiet = (...people: string[]) => new Map(people.map((id) => [id, NIGHT]));

function state(since: string, changed: Partial<AlertState> & { tells?: string } = {}): AlertState {
  const { tells = '', ...rest } = changed;
  return {
    ...{ createdAt: at(since), roundAt: at(since), isAnswered: false, without: null },
    ...{ step: 0, stepAt: null, holder: null },
    told: new Set(tells.split(' ')),
    ...rest,
  };
}

/** Formats the next action, for example 'maria david, step 2, next 12:30'. */
function said(of: AlertOrder, standing: AlertState, now: string): string {
  const next = nextOfAlert(of, standing, at(now));
  if (next.do === 'close' || next.do === 'lapse') return next.do;
  const shown = (instant: Date | undefined) =>
    instant?.toISOString().replace('2026-03-10T', '').slice(0, -8) ?? 'never';
  if (next.do === 'ask') return `ask ${next.person}, next ${shown(next.nextAt)}`;
  const people = next.people.length === 0 ? 'nobody' : next.people.join(' ');
  return `${people}, step ${next.step}, next ${shown(next.nextAt)}`;
}

const ALL = order(['maria david ella']);
const ORDER = order(['maria', 'david', 'ella ruth']);

describe('nextOfAlert of an alert without an assignee', () => {
  it.each([
    [
      'all people are alerted at once by default',
      ALL,
      state('12:00'),
      '12:00',
      'maria david ella, step 1, next never',
    ],
    [
      'no person is alerted twice',
      ALL,
      state('12:00', { tells: 'maria david ella', step: 1, stepAt: at('12:00') }),
      '13:00',
      'nobody, step 1, next never',
    ],
    ['the first step starts at once', ORDER, state('12:00'), '12:00', 'maria, step 1, next 12:15'],
    [
      'the next step waits for the configured time',
      ORDER,
      state('12:00', { tells: 'maria', step: 1, stepAt: at('12:00') }),
      '12:14',
      'nobody, step 1, next 12:15',
    ],
    [
      'the second step follows after the wait',
      ORDER,
      state('12:00', { tells: 'maria', step: 1, stepAt: at('12:00') }),
      '12:15',
      'david, step 2, next 12:30',
    ],
    [
      'the last step follows and ends the round',
      ORDER,
      state('12:00', { tells: 'maria david', step: 2, stepAt: at('12:15') }),
      '12:30',
      'ella ruth, step 3, next never',
    ],
    [
      'each step gets its full wait after a downtime',
      ORDER,
      state('12:00', { tells: 'maria', step: 1, stepAt: at('12:00') }),
      '16:00',
      'david, step 2, next 16:15',
    ],
    [
      'a person added to a reached step is alerted',
      order(['maria anna', 'david']),
      state('12:00', { tells: 'maria', step: 1, stepAt: at('12:00') }),
      '12:05',
      'anna, step 1, next 12:15',
    ],
    [
      'an empty step is skipped',
      { ...ORDER, steps: ORDER.steps.filter(({ number }) => number !== 2) },
      state('12:00', { tells: 'maria', step: 1, stepAt: at('12:00') }),
      '12:15',
      'ella ruth, step 3, next never',
    ],
    [
      'there is no action without administrators',
      order([]),
      state('12:00'),
      '12:00',
      'nobody, step 0, next never',
    ],
  ])('next action without an assignee: %s', (_, of, standing, now, expected) => {
    expect(said(of, standing, now)).toBe(expected);
  });
});

describe('nextOfAlert with quiet hours', () => {
  const asleep = (who: string, changed: Partial<AlertOrder> = {}) =>
    order(['maria', 'david', 'ella'], { quiet: quiet(...who.split(' ')), ...changed });

  it.each([
    [
      'a step with all people in quiet hours is skipped at once',
      asleep('maria'),
      state('23:00'),
      '23:00',
      'david, step 2, next 23:15',
    ],
    [
      'several such steps are skipped together',
      asleep('maria david'),
      state('23:00'),
      '23:00',
      'ella, step 3, next 2026-03-11T07:00',
    ],
    [
      'one person of a step is alerted now, the one in quiet hours later',
      order(['maria david'], { quiet: quiet('maria') }),
      state('06:00'),
      '06:00',
      'david, step 1, next 07:00',
    ],
    [
      'a person is alerted when their quiet hours end',
      order(['maria david'], { quiet: quiet('maria') }),
      state('06:00', { tells: 'david', step: 1, stepAt: at('06:00') }),
      '07:00',
      'maria, step 1, next never',
    ],
    [
      'a later step in quiet hours is skipped when it is due',
      asleep('david'),
      state('23:00', { tells: 'maria', step: 1, stepAt: at('23:00') }),
      '23:15',
      'ella, step 3, next 2026-03-11T07:00',
    ],
    [
      'no person is alerted while all are in quiet hours',
      asleep('maria david ella'),
      state('23:00'),
      '23:00',
      'nobody, step 3, next 2026-03-11T07:00',
    ],
    [
      'all people are alerted when their quiet hours end',
      asleep('maria david ella'),
      state('06:00', { step: 3 }),
      '07:00',
      'maria david ella, step 3, next never',
    ],
    [
      'the last step is alerted if it ignores quiet hours',
      asleep('maria david ella', { lastIgnoresQuiet: true }),
      state('23:00'),
      '23:00',
      'ella, step 3, next 2026-03-11T07:00',
    ],
    [
      'only the last step ignores quiet hours',
      asleep('david', { lastIgnoresQuiet: true }),
      state('23:00', { tells: 'maria', step: 1, stepAt: at('23:00') }),
      '23:15',
      'ella, step 3, next 2026-03-11T07:00',
    ],
    [
      'the last step respects quiet hours by default',
      asleep('ella'),
      state('23:00', { tells: 'maria david', step: 2, stepAt: at('23:15') }),
      '23:30',
      'nobody, step 3, next 2026-03-11T07:00',
    ],
    [
      'a single step counts as the last one',
      order(['maria david'], { quiet: quiet('maria', 'david'), lastIgnoresQuiet: true }),
      state('23:00'),
      '23:00',
      'maria david, step 1, next never',
    ],
  ])('next action with quiet hours: %s', (_, of, standing, now, expected) => {
    expect(said(of, standing, now)).toBe(expected);
  });
});

describe('nextOfAlert of an acknowledged alert', () => {
  const has = (id: string | null, since: string, askedAt?: string) => ({
    holder: { id, at: at(since), askedAt: askedAt === undefined ? null : at(askedAt) },
    ...{ tells: 'maria', step: 1, stepAt: at('12:00') },
  });

  it.each([
    ['no other person is alerted', has('maria', '12:05'), '12:30', 'nobody, step 0, next 13:05'],
    [
      'the assignee is asked after an hour',
      has('maria', '12:05'),
      '13:05',
      'ask maria, next 13:20',
    ],
    [
      'the response of the assignee is awaited',
      has('maria', '12:05', '13:05'),
      '13:19',
      'nobody, step 0, next 13:20',
    ],
    [
      'the acknowledgement expires without a response',
      has('maria', '12:05', '13:05'),
      '13:20',
      'lapse',
    ],
    [
      'the acknowledgement expires when the assignee has left',
      has(null, '12:05'),
      '12:06',
      'lapse',
    ],
    [
      'the acknowledgement expires when the assignee is no longer an administrator',
      has('anna', '12:05'),
      '12:06',
      'lapse',
    ],
  ])('next action of an acknowledged alert: %s', (_, changed, now, expected) => {
    expect(said(ORDER, state('12:00', changed), now)).toBe(expected);
  });

  it('the acknowledgement expires if the assignee is in quiet hours when it is time to ask', () => {
    const standing = state('21:00', has('maria', '21:30'));
    expect(said({ ...ORDER, quiet: quiet('maria') }, standing, '22:30')).toBe('lapse');
  });

  it('the next round leaves out the previous assignee', () => {
    const standing = state('12:00', { roundAt: at('13:20'), without: 'maria' });
    expect(said(ORDER, standing, '13:20')).toBe('david, step 2, next 13:35');
    expect(said(ALL, standing, '13:20')).toBe('david ella, step 1, next never');
  });

  it('the next round alerts no person if the previous assignee is the only administrator', () => {
    const standing = state('12:00', { roundAt: at('13:20'), without: 'maria' });
    expect(said(order(['maria']), standing, '13:20')).toBe('nobody, step 0, next never');
  });

  it('the step before counts as the last one if the last step was the previous assignee', () => {
    const of = order(['maria', 'david'], { quiet: quiet('maria'), lastIgnoresQuiet: true });
    const standing = state('22:30', { roundAt: at('23:00'), without: 'david' });
    expect(said(of, standing, '23:00')).toBe('maria, step 1, next never');
  });
});

describe('nextOfAlert of an alert that ends', () => {
  it.each([
    ['all doses are answered', state('12:00', { isAnswered: true }), '12:01'],
    [
      'all doses are answered while it has an assignee',
      state('12:00', {
        isAnswered: true,
        holder: { id: 'maria', at: at('12:05'), askedAt: null },
      }),
      '12:06',
    ],
  ])('an alert is closed: %s', (_, standing, now) => {
    expect(said(ORDER, standing, now)).toBe('close');
  });

  it('an alert is closed after 24 hours in any state', () => {
    const standing = state('00:00');
    expect(nextOfAlert(ORDER, standing, new Date('2026-03-10T23:59:59Z'))).not.toEqual({
      do: 'close',
    });
    expect(nextOfAlert(ORDER, standing, new Date('2026-03-11T00:00:00Z'))).toEqual({ do: 'close' });
  });
});
