import { z } from 'zod';
import { PLANS } from '#features/entitlement/plans.ts';
import { typedPassword } from '#features/sessions/contract.ts';
import { recentSignInRefusals } from '#features/sessions/refusals.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { changeRefusals, subscriptionRefusals } from './refusals.ts';

export const subscriptionStatus = z.object({
  /** active, paused, canceled or past_due; anything else is shown as it is. */
  subscriptionStatus: z.string(),
  /** Who renews it: `built-in`, where nothing is charged, or the provider of card payments. */
  subscriptionType: z.string(),
  subscriptionPlan: z.enum(PLANS),
  /** Null when it does not renew. */
  nextRenewalDate: z.iso.datetime().nullable(),
  /** The end of what is paid. */
  subscriptionEndDate: z.iso.datetime(),
  /** The status that the card payments give it; null where nothing is paid by card. */
  stripeStatus: z.string().nullable(),
});

export type SubscriptionStatus = z.output<typeof subscriptionStatus>;

/** With which every move can be refused. */
const moveRefusals = {
  ...some(subscriptionRefusals, 'no-subscription', 'action-not-possible'),
  ...changeRefusals,
};

export const subscriptionCalls = {
  status: endpoint('GET /api/subscription/status', {
    who: 'super_admin',
    summary: 'Plan, status and dates of the subscription.',
    reply: subscriptionStatus,
    allowedWhenExpired: true,
    refusals: some(subscriptionRefusals, 'no-subscription'),
  }),
  pause: endpoint('POST /api/subscription/pause', {
    who: 'super_admin',
    summary: 'Stops the renewal; use goes on to the end of what is paid.',
    reply: subscriptionStatus,
    refusals: moveRefusals,
  }),
  resume: endpoint('POST /api/subscription/resume', {
    who: 'super_admin',
    summary: 'Renews a paused subscription again.',
    reply: subscriptionStatus,
    refusals: { ...moveRefusals, ...some(subscriptionRefusals, 'card-declined') },
  }),
  cancel: endpoint('POST /api/subscription/cancel', {
    who: 'super_admin',
    summary:
      'Cancels at the end of what is paid, or immediately, without a refund; needs a recent sign-in.',
    body: z.object({ immediate: z.boolean(), password: typedPassword.optional() }).strict(),
    reply: subscriptionStatus,
    refusals: {
      ...moveRefusals,
      ...recentSignInRefusals,
    },
  }),
  reactivate: endpoint('POST /api/subscription/reactivate', {
    who: 'super_admin',
    summary: 'Comes back, with a new period when the old one has ended.',
    reply: subscriptionStatus,
    allowedWhenExpired: true,
    refusals: { ...moveRefusals, ...some(subscriptionRefusals, 'card-declined') },
  }),
};

export type SubscriptionCalls = typeof subscriptionCalls;
