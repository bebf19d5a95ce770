import { z } from 'zod';
import { PLANS } from '#features/entitlement/domain/plans.ts';
import { email, newPassword, user } from '#features/sessions/contract.ts';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { subscriptionRefusals } from '#features/subscription/refusals.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { isListedState } from '#platform/shared/us-states.ts';
import { COUNTRIES, hasListedStates } from './domain/countries.ts';
import { accountRefusals } from './refusals.ts';

const needed = (what: string) =>
  z.string().trim().min(1, `Please enter your ${what}.`).max(200, 'That is too long.');

/** The address of a household and its payment. */
const place = z.object({
  phone: needed('phone number'),
  address1: needed('address'),
  address2: z.string().trim().max(200).nullish(),
  city: needed('city'),
  /** In the United States one of the 50 states; elsewhere an optional state or region. */
  state: z.string().trim().max(100, 'That is too long.').default(''),
  postalCode: needed('postal code'),
  country: z.enum(COUNTRIES, 'Please choose a country.'),
  /** The browser's IANA time zone; an unknown name is ignored. */
  timezone: z.string().max(100).optional(),
  subscriptionPlan: z.enum(PLANS, 'Please choose a plan.'),
  /** `skip_payment` on a server without billing. */
  paymentMethodId: z.string().min(1).max(255),
});

const hasItsState = ({ country, state }: z.output<typeof place>) =>
  !hasListedStates(country) || isListedState(state);

const NO_STATE = { path: ['state'], message: 'Please choose a state.' };

/** Another household of a signed-in administrator. */
export const newHousehold = place.strict().refine(hasItsState, NO_STATE);

export type NewHousehold = z.input<typeof newHousehold>;

export const registration = place
  .extend({
    firstName: needed('first name'),
    lastName: needed('last name'),
    email,
    password: newPassword,
    passwordConfirm: z.string().max(1024),
  })
  .refine(hasItsState, NO_STATE)
  .refine((form) => form.password === form.passwordConfirm, {
    path: ['passwordConfirm'],
    message: 'Passwords do not match.',
  });

export type Registration = z.input<typeof registration>;

/** Refusals of a new household because of its payment. */
export const paymentRefusals = some(
  subscriptionRefusals,
  'card-declined',
  'card-unusable',
  'prices-not-set-up',
  'payments-not-reached',
  'payment-outcome-unknown',
  'subscription-changed',
);

export const accountCalls = {
  register: endpoint('POST /api/auth/register', {
    who: 'anyone',
    summary: 'Creates a household with its super_admin, settings and home buttons, and signs in.',
    body: registration,
    reply: z.object({ isFirstTime: z.boolean(), user }),
    status: 201,
    refusals: {
      ...some(
        accountRefusals,
        'registration-closed',
        'payment-missing',
        'email-taken',
        'sign-up-under-way',
      ),
      ...some(sessionRefusals, 'too-many-attempts', 'weak-password'),
      ...paymentRefusals,
      ...some(platformRefusals, 'too-busy'),
    },
  }),
  /** The server's options for the screens before sign-in. */
  options: endpoint('GET /api/auth/options', {
    who: 'anyone',
    summary:
      'Whether registration is open, the billing provider, and whether the server sends emails.',
    reply: z.object({
      registrationOpen: z.boolean(),
      billing: z.enum(['built-in', 'stripe']),
      supportEmail: z.string().nullable(),
      /** False without a mail server: links for a new password cannot be sent. */
      sendsMail: z.boolean(),
    }),
  }),
};

export type AccountCalls = typeof accountCalls;
