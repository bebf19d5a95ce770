import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../domain/states.ts';
import {
  choiceMessage,
  dateMessage,
  doneMessage,
  PLAN_WORDS,
  paymentWord,
  statusWord,
} from './subscription-messages.ts';

const ZONE = 'America/New_York';
const END = '2026-08-07T12:00:00.000Z';
const now = new Date('2026-03-10T12:00:00Z');

describe('the prices of the plans', () => {
  it.each([
    ['monthly', '$25 per month, billed monthly'],
    ['yearly', '$225 per year, saves $75 per year'],
  ] as const)('the %s plan costs %s', (plan, words) => {
    const { price, rest } = PLAN_WORDS[plan];
    expect(`${price} ${rest}`).toBe(words);
  });
});

describe('the labels of a status', () => {
  it.each([
    ['active', 'Active'],
    ['paused', 'Paused'],
    ['canceled', 'Canceled'],
    ['past_due', 'Past due'],
    ['incomplete_expired', 'incomplete_expired'],
  ])('the status %s is shown as %s', (status, word) => {
    expect(statusWord(status)).toBe(word);
  });
});

describe('the labels of a payment status', () => {
  it.each([
    [null, 'Nothing to pay'],
    ['active', 'Active'],
    ['past_due', 'Past due'],
    ['unpaid', 'Unpaid'],
    ['incomplete_expired', 'Never paid'],
    ['something_new', 'something_new'],
  ])('the payment status %s is shown as %s', (status, word) => {
    expect(paymentWord(status)).toBe(word);
  });
});

describe('dateMessage returns the relevant date', () => {
  it.each([
    ['active', END, 'Next renewal'],
    ['paused', null, 'Paid until'],
    ['past_due', null, 'Paid until'],
    ['canceled', null, 'Ends on'],
  ])(
    'the date of %s with the next renewal %s is labeled %s',
    (subscriptionStatus, nextRenewalDate, label) => {
      const status = { subscriptionStatus, nextRenewalDate, subscriptionEndDate: END };
      expect(dateMessage(status, ZONE)).toEqual({ label, date: 'August 7, 2026' });
    },
  );

  it("the date is in the household's time zone", () => {
    const late = '2026-08-07T02:00:00.000Z';
    const status = { subscriptionStatus: 'paused', nextRenewalDate: null };
    expect(dateMessage({ ...status, subscriptionEndDate: late }, ZONE).date).toBe('August 6, 2026');
  });
});

describe('messages about actions', () => {
  it.each([
    ['pause', END, 'Everything works until August 7, 2026. Billing stops until you resume.'],
    ['resume', END, 'The subscription renews again on August 7, 2026.'],
    ['cancel', END, 'Everything works until August 7, 2026.'],
    ['cancel', '2026-03-09T00:00:00Z', 'The paid period is over: it ends today.'],
    ['reactivate', END, 'The subscription renews again on August 7, 2026.'],
    ['reactivate', '2026-03-09T00:00:00Z', 'A new period begins today.'],
  ] as const)('%s with a paid time until %s: %s', (action, end, effect) => {
    expect(choiceMessage(action, { end: new Date(end), now }, ZONE).effect).toBe(effect);
  });

  it('a reactivation after the end mentions the charge of the card', () => {
    const period = { end: new Date('2026-03-09T00:00:00Z'), now, price: '$25' };
    expect(choiceMessage('reactivate', period, ZONE).effect).toBe(
      'A new period begins today, and your card is charged $25.',
    );
    expect(choiceMessage('reactivate', { ...period, end: new Date(END) }, ZONE).effect).toBe(
      'The subscription renews again on August 7, 2026.',
    );
  });

  it('doneMessage is titled Paused, Resumed, Canceled or Reactivated', () => {
    const titles = ACTIONS.map((action) => doneMessage(action, new Date(END), ZONE).title);
    expect(titles).toEqual(['Paused', 'Resumed', 'Canceled', 'Canceled', 'Reactivated']);
  });
});
