import { z } from 'zod';
import { PLANS } from '#features/entitlement/domain/plans.ts';
import { typedPassword } from '#features/sessions/contract.ts';
import { recentSignInRefusals } from '#features/sessions/refusals.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { changeRefusals, subscriptionRefusals } from './refusals.ts';

export const subscriptionStatus = z.object({
  /** active, paused, canceled or past_due; another value is shown unchanged. */
  subscriptionStatus: z.string(),
  /** `built-in` on a server without billing, otherwise the name of the payment provider. */
  subscriptionType: z.string(),
  subscriptionPlan: z.enum(PLANS),
  /** Date of the next renewal; null if the subscription does not renew. */
  nextRenewalDate: z.iso.datetime().nullable(),
  /** The end of the paid time. */
  subscriptionEndDate: z.iso.datetime(),
  /** The payment provider's status; null without card payments. */
  stripeStatus: z.string().nullable(),
});

export type SubscriptionStatus = z.output<typeof subscriptionStatus>;

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
    summary: 'Stops the renewal; access continues to the end of the paid time.',
    reply: subscriptionStatus,
    refusals: moveRefusals,
  }),
  resume: endpoint('POST /api/subscription/resume', {
    who: 'super_admin',
    summary: 'Resumes the renewal of a paused subscription.',
    reply: subscriptionStatus,
    refusals: { ...moveRefusals, ...some(subscriptionRefusals, 'card-declined') },
  }),
  cancel: endpoint('POST /api/subscription/cancel', {
    who: 'super_admin',
    summary:
      'Cancels at the end of the paid time, or immediately without a refund; requires a recent sign-in.',
    body: z.object({ immediate: z.boolean(), password: typedPassword.optional() }).strict(),
    reply: subscriptionStatus,
    refusals: {
      ...moveRefusals,
      ...recentSignInRefusals,
    },
  }),
  reactivate: endpoint('POST /api/subscription/reactivate', {
    who: 'super_admin',
    summary:
      'Reactivates a canceled or expired subscription; starts a new period if the paid time has ended.',
    reply: subscriptionStatus,
    allowedWhenExpired: true,
    refusals: { ...moveRefusals, ...some(subscriptionRefusals, 'card-declined') },
  }),
};

export type SubscriptionCalls = typeof subscriptionCalls;
