import type { ReactNode } from 'react';

/** How a payment method is given: what the form needs to know of it, whoever takes the money. */
export interface CardEntry {
  /** What stands in its place in the form. */
  field: ReactNode;
  /** Whether the payment system can be spoken to. */
  isReady: boolean;
  /** Whether a card has been entered, where one is needed. */
  isPresent: boolean;
  /** The id of the payment method that the registration sends. */
  paymentMethodId: () => Promise<string>;
}

/** On a server where nothing is charged. */
export const NO_CARD_NEEDED: CardEntry = {
  field: 'No card needed on this server.',
  isReady: true,
  isPresent: true,
  paymentMethodId: async () => 'skip_payment',
};

/** Until it is known how accounts are paid for. */
export const NOT_READY: CardEntry = {
  field: null,
  isReady: false,
  isPresent: false,
  paymentMethodId: () => Promise.reject(new Error('The payment system is not ready.')),
};
