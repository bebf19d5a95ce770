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
] as const)('says what the %s plan charges a new account', (plan, terms) => {
  expect(chargeTerms(plan)).toBe(terms);
});

it.each([
  ['monthly', 'Pay $25 and renew', /your card is charged \$25\. It renews every month/],
  ['yearly', 'Pay $225 and renew', /your card is charged \$225\. It renews every year/],
] as const)('says what renewing the %s plan costs', (plan, action, terms) => {
  expect(payMessage(plan)).toBe(action);
  expect(renewalTerms(plan)).toMatch(terms);
});

it('says until when what is owed can be paid, and what became of it', () => {
  expect(owedMessage('April 17, 2026')).toBe(
    'The last payment did not go through. Please use another card before April 17, 2026, or everything closes.',
  );
  expect(savedMessage(true).title).toBe('Payment received');
  expect(savedMessage(false)).toEqual({
    title: 'Card saved',
    text: 'Your next payment uses this card.',
  });
});
