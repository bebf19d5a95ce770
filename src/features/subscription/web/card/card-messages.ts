import { type Plan, PRICES } from '#features/entitlement/domain/plans.ts';

const PERIODS: Record<Plan, string> = { monthly: 'month', yearly: 'year' };

/** '$25' */
export function priceOf(plan: Plan): string {
  return `$${PRICES[plan]}`;
}

/** The text below the card of a new account. */
export function chargeTerms(plan: Plan): string {
  return `Your card is charged ${priceOf(plan)} today and every ${PERIODS[plan]} until you cancel.`;
}

/** The text before the renewal of an ended subscription. */
export function renewalTerms(plan: Plan): string {
  return `A new period begins today, and your card is charged ${priceOf(plan)}. It renews every ${PERIODS[plan]} until you cancel.`;
}

/** The label of the renewal button. */
export function payMessage(plan: Plan): string {
  return `Pay ${priceOf(plan)} and renew`;
}

/** The notice about an owed payment; `lastDay` is the day on which access ends. */
export function owedMessage(lastDay: string): string {
  return `The last payment did not go through. Please use another card before ${lastDay}, or everything closes.`;
}

/** The toast after another card was saved. */
export function savedMessage(wasOwed: boolean): { title: string; text: string } {
  return wasOwed
    ? { title: 'Payment received', text: 'Your subscription is active again.' }
    : { title: 'Card saved', text: 'Your next payment uses this card.' };
}
