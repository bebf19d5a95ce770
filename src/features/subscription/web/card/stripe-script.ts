/**
 * What is used of Stripe's script. The few shapes stand here because the official package of its
 * types would bring every other element and call along.
 */
export type StripeScript = (publishableKey: string, options: { locale: 'en' }) => Stripe;

export interface Stripe {
  elements(): { create(type: 'card', options: CardOptions): CardElement };
  confirmCardSetup(
    clientSecret: string,
    data: { payment_method: { card: CardElement; billing_details?: BillingDetails } },
  ): Promise<SetupAnswer>;
}

/** The field for number, date and code of a card. It lies in a frame of the provider's own. */
export interface CardElement {
  mount(place: HTMLElement): void;
  on(event: 'change', hear: (change: CardChange) => void): void;
  on(event: 'ready', hear: () => void): void;
  focus(): void;
  destroy(): void;
}

export interface CardOptions {
  hidePostalCode: boolean;
  /** Names of classes that the place has while the field has the focus or is wrong. */
  classes: { focus: string; invalid: string };
  style: Record<'base' | 'invalid', Record<string, string | Record<string, string>>>;
}

export interface CardChange {
  /** Whether a whole card that could exist stands in the field. */
  complete: boolean;
  error?: { message: string } | undefined;
}

export interface BillingDetails {
  name: string;
  email: string;
  phone: string;
  address: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    postal_code: string;
    /** Two letters. */
    country?: string;
  };
}

/** A setup intent with its card, or what is wrong; a setup that was done before is told with both. */
export interface SetupAnswer {
  setupIntent?: SetupIntent | undefined;
  error?: SetupError | undefined;
}

export interface SetupIntent {
  id: string;
  status: string;
  payment_method: string | { id: string } | null;
}

export interface SetupError {
  type: string;
  code?: string | undefined;
  message?: string | undefined;
  setup_intent?: SetupIntent | undefined;
}
