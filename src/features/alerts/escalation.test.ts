import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';
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
      'goes to everybody at once unless told',
      ALL,
      state('12:00'),
      '12:00',
      'maria david ella, step 1, next never',
    ],
    [
      'goes to nobody a second time',
      ALL,
      state('12:00', { tells: 'maria david ella', step: 1, stepAt: at('12:00') }),
      '13:00',
      'nobody, step 1, next never',
    ],
    ['begins with the first', ORDER, state('12:00'), '12:00', 'maria, step 1, next 12:15'],
    [
      'waits for the chosen time',
      ORDER,
      state('12:00', { tells: 'maria', step: 1, stepAt: at('12:00') }),
      '12:14',
      'nobody, step 1, next 12:15',
    ],
    [
      'then goes to the next',
      ORDER,
      state('12:00', { tells: 'maria', step: 1, stepAt: at('12:00') }),
      '12:15',
      'david, step 2, next 12:30',
    ],
    [
      'and then to the last, and no further',
      ORDER,
      state('12:00', { tells: 'maria david', step: 2, stepAt: at('12:15') }),
      '12:30',
      'ella ruth, step 3, next never',
    ],
    [
      'gives each the whole wait after the server has been down',
      ORDER,
      state('12:00', { tells: 'maria', step: 1, stepAt: at('12:00') }),
      '16:00',
      'david, step 2, next 16:15',
    ],
    [
      'goes to who was put into a step that has come',
      order(['maria anna', 'david']),
      state('12:00', { tells: 'maria', step: 1, stepAt: at('12:00') }),
      '12:05',
      'anna, step 1, next 12:15',
    ],
    [
      'goes past a step of which nobody is left',
      { ...ORDER, steps: ORDER.steps.filter(({ number }) => number !== 2) },
      state('12:00', { tells: 'maria', step: 1, stepAt: at('12:00') }),
      '12:15',
      'ella ruth, step 3, next never',
    ],
    [
      'waits where there is nobody',
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
      'of everybody of a step: it passes at once',
      asleep('maria'),
      state('23:00'),
      '23:00',
      'david, step 2, next 23:15',
    ],
    [
      'of several steps: they pass together',
      asleep('maria david'),
      state('23:00'),
      '23:00',
      'ella, step 3, next 2026-03-11T07:00',
    ],
    [
      'of one of a step: the other is alerted, and who sleeps when they end',
      order(['maria david'], { quiet: quiet('maria') }),
      state('06:00'),
      '06:00',
      'david, step 1, next 07:00',
    ],
    [
      'of one of a step, when they end',
      order(['maria david'], { quiet: quiet('maria') }),
      state('06:00', { tells: 'david', step: 1, stepAt: at('06:00') }),
      '07:00',
      'maria, step 1, next never',
    ],
    [
      'of a later step pass when it comes',
      asleep('david'),
      state('23:00', { tells: 'maria', step: 1, stepAt: at('23:00') }),
      '23:15',
      'ella, step 3, next 2026-03-11T07:00',
    ],
    [
      'of everybody: all are alerted when they end',
      asleep('maria david ella'),
      state('23:00'),
      '23:00',
      'nobody, step 3, next 2026-03-11T07:00',
    ],
    [
      'of everybody, when they end',
      asleep('maria david ella'),
      state('06:00', { step: 3 }),
      '07:00',
      'maria david ella, step 3, next never',
    ],
    [
      'of everybody, where the last step may wake: it is alerted, the others sleep on',
      asleep('maria david ella', { lastIgnoresQuiet: true }),
      state('23:00'),
      '23:00',
      'ella, step 3, next 2026-03-11T07:00',
    ],
    [
      'are heeded by every step but the last',
      asleep('david', { lastIgnoresQuiet: true }),
      state('23:00', { tells: 'maria', step: 1, stepAt: at('23:00') }),
      '23:15',
      'ella, step 3, next 2026-03-11T07:00',
    ],
    [
      'of the last step: nobody is woken unless the family says so',
      asleep('ella'),
      state('23:00', { tells: 'maria david', step: 2, stepAt: at('23:15') }),
      '23:30',
      'nobody, step 3, next 2026-03-11T07:00',
    ],
    [
      'of a family without an order are heeded, unless the one step is the last that may wake',
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
    ['goes to nobody else', has('maria', '12:05'), '12:30', 'nobody, step 0, next 13:05'],
    ['is asked for again', has('maria', '12:05'), '13:05', 'ask maria, next 13:20'],
    [
      'waits for that answer',
      has('maria', '12:05', '13:05'),
      '13:19',
      'nobody, step 0, next 13:20',
    ],
    ['goes on to the others without one', has('maria', '12:05', '13:05'), '13:20', 'lapse'],
    ['goes on at once when who had it has left', has(null, '12:05'), '12:06', 'lapse'],
    [
      'goes on at once when who had it is no administrator any more',
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
    ['when all its doses are answered', state('12:00', { isAnswered: true }), '12:01'],
    [
      'also while somebody has it',
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
