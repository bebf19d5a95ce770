import { describe, expect, it, test } from 'vitest';
import type { OpenAlert } from '../open-contract.ts';
import {
  alertTitle,
  doseMessage,
  holderMessage,
  howLongMessage,
  othersToldMessage,
  stepsOfAlert,
} from './open-messages.ts';
import { orderMessage, quietMessage } from './order-messages.ts';

const SEEN = { now: new Date('2026-03-10T16:45:00Z'), timezone: 'America/New_York' };
const at = (time: string) => `2026-03-10T${time}:00.000Z`;

const DOSE = { name: 'Metformin', dosage: '500 mg', elder: 'Rose', scheduledTime: at('16:00') };

const told = (userId: string, time: string, byEmail = false, browsers = 1) => ({
  ...{ userId, name: userId, at: at(time), byEmail, browsers },
});

const ALERT: Pick<OpenAlert, 'told' | 'holder' | 'next'> = {
  told: [told('Maria', '16:30'), told('David', '16:45', true)],
  holder: null,
  next: { at: at('17:00'), names: ['Ella', 'Ruth'] },
};

const HOLDER = {
  ...{ userId: 'David', name: 'David', since: at('16:47'), isAsked: false },
  asksAgainAt: at('17:47'),
};

const stepsFor = (me: string, changed: Partial<OpenAlert> = {}) =>
  stepsOfAlert({ ...ALERT, ...changed } as OpenAlert, me).map(
    ({ at: time, who, words, kind }) => `${time.slice(11, 16)} ${who}${words} ${kind}`,
  );

test.each([
  [[DOSE], 'Rose has not answered Metformin'],
  [[{ ...DOSE, elder: '' }], 'Metformin has not been answered'],
  [[DOSE, DOSE], 'An alert of 2 doses'],
])('title of an alert: %#', (doses, expected) => {
  expect(alertTitle(doses)).toBe(expected);
});

test('messages give the age of an alert, its assignee and its dose', () => {
  const doses = [{ ...DOSE, tablet: '' }];
  const alert = { doses, createdAt: at('16:30') };
  expect(howLongMessage(alert, SEEN.now)).toBe('Not answered for 45 minutes');
  expect(howLongMessage(alert, new Date(at('19:10')))).toBe('Not answered for 3 hours');
  expect(howLongMessage({ ...alert, doses: [...doses, ...doses] }, SEEN.now)).toBe(
    'Open for 15 minutes',
  );
  expect(holderMessage(null, at('16:47'), SEEN)).toBe('You have it, since 12:47 PM');
  expect(holderMessage('David', '2026-03-10T03:47:00Z', SEEN)).toBe(
    'David has it, since 11:47 PM on Monday, March 9',
  );
  expect(doseMessage(DOSE, SEEN)).toBe('500 mg, 12:00 PM');
  expect(doseMessage({ ...DOSE, dosage: '' }, SEEN)).toBe('12:00 PM');
});

describe('stepsOfAlert', () => {
  it('steps list each alerted person with channel and time, and the next people', () => {
    expect(stepsFor('David')).toEqual([
      '16:30 Maria, notification. past',
      '16:45 You, notification and email. you',
      '17:00 Ella and Ruth, if nobody has it. later',
    ]);
  });

  it('steps list the assignee, and when the assignee is asked again', () => {
    const held = { holder: HOLDER, next: null };
    expect(stepsFor('David', held).slice(2)).toEqual([
      '16:47 You have it. held',
      '17:47 You are asked again if it is still open. later',
    ]);
    expect(stepsFor('Maria', held)).toContain('16:47 David has it. held');
    expect(stepsFor('Maria', held)).toContain(
      '17:47 David is asked again if it is still open. later',
    );
  });

  it('a person without a channel is listed as not reachable yet', () => {
    const nowhere = { told: [told('Maria', '16:30', false, 0)], next: null };
    expect(stepsFor('David', nowhere)).toEqual(['16:30 Maria, no way to reach them yet. past']);
  });

  it.each([
    [[told('Maria', '16:30'), told('David', '16:45')], 'Maria was told: “David has it.”'],
    [[told('Maria', '16:30'), told('Ella', '16:45')], 'Maria and Ella were told: “David has it.”'],
    [[told('David', '16:30')], undefined],
  ])('people other than the assignee who were notified: %#', (tellings, expected) => {
    expect(othersToldMessage({ told: tellings, holder: HOLDER }, 'David')).toBe(expected);
  });
});

const place = (name: string, step: number, quiet = false) => ({
  ...{ name, step },
  quiet: quiet ? { from: '22:00', until: '07:00' } : null,
});

test.each([
  [[place('Maria', 1), place('David', 1)], 15, 'Everybody is alerted at once.'],
  [[place('Maria', 1)], 15, 'Maria is alerted.'],
  [
    [place('David', 2), place('Maria', 1), place('Ella', 3), place('Ruth', 3)],
    15,
    'Maria first, David after 15 minutes, Ella and Ruth after 30.',
  ],
  [[place('Maria', 1), place('David', 4)], 1, 'Maria first, David after a minute.'],
])('the escalation policy is described in one line: %#', (people, wait, expected) => {
  expect(orderMessage(people, wait)).toBe(expected);
});

test.each([
  [[place('Maria', 1), place('David', 2)], true, undefined],
  [[place('Maria', 1, true), place('David', 2)], true, 'In quiet hours David can still be woken.'],
  [
    [place('Maria', 1, true), place('David', 2)],
    false,
    'Whoever is in quiet hours is passed over, and alerted when they end if nobody has it by then.',
  ],
  [
    [place('Maria', 1, true), place('David', 2, true)],
    false,
    'Where everybody is in quiet hours, nobody is alerted until the first of them end.',
  ],
])('the effect of quiet hours is described: %#', (people, ignores, expected) => {
  expect(quietMessage(people, ignores)).toBe(expected);
});
