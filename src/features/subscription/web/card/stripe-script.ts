/**
 * The used part of Stripe's script. Declared here, because the official types package contains all
 * other elements and calls.
 */
export type StripeScript = (publishableKey: string, options: { locale: 'en' }) => Stripe;

export interface Stripe {
  elements(): { create(type: 'card', options: CardOptions): CardElement };
  confirmCardSetup(
    clientSecret: string,
    data: { payment_method: { card: CardElement; billing_details?: BillingDetails } },
  ): Promise<SetupAnswer>;
}

/** The field for number, date and code of a card, in a frame of the provider. */
export interface CardElement {
  mount(place: HTMLElement): void;
  on(event: 'change', hear: (change: CardChange) => void): void;
  on(event: 'ready', hear: () => void): void;
  focus(): void;
  destroy(): void;
}

export interface CardOptions {
  hidePostalCode: boolean;
  /** CSS classes of the container while the field has the focus or is invalid. */
  classes: { focus: string; invalid: string };
  style: Record<'base' | 'invalid', Record<string, string | Record<string, string>>>;
}

export interface CardChange {
  /** True if the field contains a complete card. */
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
    /** Country code of two letters. */
    country?: string;
  };
}

/**
 * A setup intent with its card, or an error; if the setup was already confirmed, the error contains
 * the intent.
 */
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
