import type { ReactNode } from 'react';
import type { Plan } from '#features/entitlement/plans.ts';
import type { Registration } from '../contract.ts';

/** Who pays, as the form has it. */
export type Payer = Omit<
  Registration,
  'password' | 'passwordConfirm' | 'paymentMethodId' | 'subscriptionPlan' | 'state'
> & { readonly state: string };

/** How a payment method is given: what the form needs to know of it, whoever takes the money. */
export interface CardEntry {
  /** What stands in its place in the form. */
  field: ReactNode;
  /** What is charged and when, of the plan that is chosen; nothing where nothing is charged. */
  terms?: (plan: Plan) => string;
  /** Whether the payment system can be spoken to. */
  isReady: boolean;
  /** Whether a card has been entered, where one is needed. */
  isPresent: boolean;
  /** The id of the payment method that the registration sends, or a sentence why there is none. */
  confirm: (payer: Payer) => Promise<{ paymentMethodId: string } | { error: string }>;
}

/** On a server where nothing is charged. */
export const NO_CARD_NEEDED: CardEntry = {
  field: 'No card needed on this server.',
  isReady: true,
  isPresent: true,
  confirm: async () => ({ paymentMethodId: 'skip_payment' }),
};
