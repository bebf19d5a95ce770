import { type Plan, PRICES } from '#features/entitlement/domain/plans.ts';
import { formatFullDay } from '#platform/shared/zoned-time.ts';
import type { SubscriptionStatus } from '../contract.ts';
import type { Action } from '../domain/states.ts';
import { priceOf } from './card/card-messages.ts';

/** The name and price of each plan. */
export const PLAN_WORDS: Record<Plan, { name: string; price: string; rest: string }> = {
  monthly: { name: 'Monthly', price: priceOf('monthly'), rest: 'per month, billed monthly' },
  yearly: {
    name: 'Yearly',
    price: priceOf('yearly'),
    rest: `per year, saves $${12 * PRICES.monthly - PRICES.yearly} per year`,
  },
};

const STATUS_WORDS: Readonly<Record<string, string>> = {
  active: 'Active',
  paused: 'Paused',
  canceled: 'Canceled',
  past_due: 'Past due',
};

/** Returns the label of a status; an unknown one is returned unchanged. */
export function statusWord(status: string): string {
  return STATUS_WORDS[status] ?? status;
}

/** The labels of the payment provider's statuses. */
const PAYMENT_WORDS: Readonly<Record<string, string>> = {
  ...STATUS_WORDS,
  trialing: 'Trial',
  unpaid: 'Unpaid',
  incomplete: 'Not paid yet',
  incomplete_expired: 'Never paid',
};

/** Returns the label of a payment status; null means that nothing is paid. */
export function paymentWord(status: string | null): string {
  return status === null ? 'Nothing to pay' : (PAYMENT_WORDS[status] ?? status);
}

export const ACTION_LABELS: Record<Action, string> = {
  pause: 'Pause subscription',
  resume: 'Resume subscription',
  cancel: 'Cancel at period end',
  'cancel-immediately': 'Cancel immediately',
  reactivate: 'Reactivate subscription',
};

/** The end of the paid time, and the price of a new card period; undefined without payments. */
export interface Period {
  end: Date;
  now: Date;
  price?: string | undefined;
}

/** Returns the short name of an action and its effect. */
export function choiceMessage(
  action: Action,
  { end, now, price }: Period,
  timezone: string,
): { name: string; effect: string } {
  const day = longDate(end, timezone);
  switch (action) {
    case 'pause':
      return {
        name: 'Pause',
        effect: `Everything works until ${day}. Billing stops until you resume.`,
      };
    case 'resume':
      return { name: 'Resume', effect: `The subscription renews again on ${day}.` };
    case 'cancel':
      return {
        name: 'Cancel at period end',
        effect:
          end > now ? `Everything works until ${day}.` : 'The paid period is over: it ends today.',
      };
    case 'cancel-immediately':
      return { name: 'Cancel immediately', effect: ENDS_TODAY };
    case 'reactivate':
      return {
        name: 'Reactivate',
        effect: end > now ? `The subscription renews again on ${day}.` : newPeriod(price),
      };
  }
}

function newPeriod(price: string | undefined): string {
  return price === undefined
    ? 'A new period begins today.'
    : `A new period begins today, and your card is charged ${price}.`;
}

/** The effect of an immediate cancellation. */
export const ENDS_TODAY =
  'Everything closes today. For 14 more days, tablets set up with a code keep medication reminders and My Day. There is no refund.';

export function doneMessage(
  action: Action,
  end: Date,
  timezone: string,
): { title: string; text: string } {
  const [title, text] = DONE[action];
  return { title, text: text(longDate(end, timezone)) };
}

const DONE: Readonly<Record<Action, readonly [title: string, text: (day: string) => string]>> = {
  pause: ['Paused', (day) => `Your subscription is paused. It is paid until ${day}.`],
  resume: ['Resumed', (day) => `Your subscription renews on ${day}.`],
  cancel: ['Canceled', (day) => `Your subscription ends on ${day}.`],
  'cancel-immediately': ['Canceled', () => 'Your subscription has ended.'],
  reactivate: ['Reactivated', (day) => `Your subscription renews on ${day}.`],
};

/** Returns the date of the next renewal, or the end of the paid time. */
export function dateMessage(
  status: Pick<
    SubscriptionStatus,
    'nextRenewalDate' | 'subscriptionEndDate' | 'subscriptionStatus'
  >,
  timezone: string,
): { label: string; date: string } {
  const { nextRenewalDate, subscriptionEndDate, subscriptionStatus } = status;
  if (nextRenewalDate !== null) {
    return { label: 'Next renewal', date: longDate(new Date(nextRenewalDate), timezone) };
  }
  const label = subscriptionStatus === 'canceled' ? 'Ends on' : 'Paid until';
  return { label, date: longDate(new Date(subscriptionEndDate), timezone) };
}

/** 'August 7, 2026' */
export function longDate(instant: Date, timezone: string): string {
  const [, ...rest] = formatFullDay(instant, timezone).split(', ');
  return rest.join(', ');
}
