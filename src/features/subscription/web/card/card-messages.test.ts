import { expect, it } from 'vitest';
import {
  chargeTerms,
  owedMessage,
  payMessage,
  renewalTerms,
  savedMessage,
} from './card-messages.ts';

it.each([
  ['monthly', 'Your card is charged $25 today and every month until you cancel.'],
  ['yearly', 'Your card is charged $225 today and every year until you cancel.'],
] as const)('chargeTerms describes the charges of the %s plan', (plan, terms) => {
  expect(chargeTerms(plan)).toBe(terms);
});

it.each([
  ['monthly', 'Pay $25 and renew', /your card is charged \$25\. It renews every month/],
  ['yearly', 'Pay $225 and renew', /your card is charged \$225\. It renews every year/],
] as const)(
  'payMessage and renewalTerms describe a renewal of the %s plan',
  (plan, action, terms) => {
    expect(payMessage(plan)).toBe(action);
    expect(renewalTerms(plan)).toMatch(terms);
  },
);

it('owedMessage and savedMessage describe an owed payment and its result', () => {
  expect(owedMessage('April 17, 2026')).toBe(
    'The last payment did not go through. Please use another card before April 17, 2026, or everything closes.',
  );
  expect(savedMessage(true).title).toBe('Payment received');
  expect(savedMessage(false)).toEqual({
    title: 'Card saved',
    text: 'Your next payment uses this card.',
  });
});
