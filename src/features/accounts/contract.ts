import { z } from 'zod';
import { PLANS } from '#features/entitlement/plans.ts';
import { email, newPassword, user } from '#features/sessions/contract.ts';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { subscriptionRefusals } from '#features/subscription/refusals.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { isListedState } from '#kit/shared/us-states.ts';
import { COUNTRIES, hasListedStates } from './countries.ts';
import { accountRefusals } from './refusals.ts';

const needed = (what: string) =>
  z.string().trim().min(1, `Please enter your ${what}.`).max(200, 'That is too long.');

/** Where a household is and how it is paid for. */
const place = z.object({
  phone: needed('phone number'),
  address1: needed('address'),
  address2: z.string().trim().max(200).nullish(),
  city: needed('city'),
  /** One of the 50 of the United States; of other countries a state or region, if any. */
  state: z.string().trim().max(100, 'That is too long.').default(''),
  postalCode: needed('postal code'),
  country: z.enum(COUNTRIES, 'Please choose a country.'),
  /** The browser's zone, by its IANA name; one that is not known here is as good as none. */
  timezone: z.string().max(100).optional(),
  subscriptionPlan: z.enum(PLANS, 'Please choose a plan.'),
  /** `skip_payment` where nothing is charged. */
  paymentMethodId: z.string().min(1).max(255),
});

const hasItsState = ({ country, state }: z.output<typeof place>) =>
  !hasListedStates(country) || isListedState(state);

const NO_STATE = { path: ['state'], message: 'Please choose a state.' };

/** A further household of somebody who is signed in. */
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

/** With which whoever makes a household can be refused because of their card. */
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
    summary: 'Makes a household, its super_admin, its settings and its home buttons, and signs in.',
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
      ...some(kitRefusals, 'too-busy'),
    },
  }),
  /** What the screen before sign-in needs to know of this server. */
  options: endpoint('GET /api/auth/options', {
    who: 'anyone',
    summary:
      'Whether accounts can be created here, how they are paid for, and whether mail is sent.',
    reply: z.object({
      registrationOpen: z.boolean(),
      billing: z.enum(['built-in', 'stripe']),
      supportEmail: z.string().nullable(),
      /** Without a mail server nobody gets a link for a new password. */
      sendsMail: z.boolean(),
    }),
  }),
};

export type AccountCalls = typeof accountCalls;
