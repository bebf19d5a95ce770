import type { ReactNode } from 'react';
import type { Plan } from '#features/entitlement/domain/plans.ts';
import type { Registration } from '../contract.ts';

/** The payer's data from the form. */
export type Payer = Omit<
  Registration,
  'password' | 'passwordConfirm' | 'paymentMethodId' | 'subscriptionPlan' | 'state'
> & { readonly state: string };

/** The interface between the form and a payment provider. */
export interface CardEntry {
  /** The card field of the provider, or a text in its place. */
  field: ReactNode;
  /** Returns the terms of a plan: price and date of the charge. Undefined without billing. */
  terms?: (plan: Plan) => string;
  /** True if the payment provider is loaded. */
  isReady: boolean;
  /** True if a card was entered, or none is needed. */
  isPresent: boolean;
  /** Resolves to the id of the payment method, or to an error message. */
  confirm: (payer: Payer) => Promise<{ paymentMethodId: string } | { error: string }>;
}

/** The card entry of a server without billing. */
export const NO_CARD_NEEDED: CardEntry = {
  field: 'No card needed on this server.',
  isReady: true,
  isPresent: true,
  confirm: async () => ({ paymentMethodId: 'skip_payment' }),
};
