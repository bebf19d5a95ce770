import { emailIn } from '#kit/shared/email-address.ts';
import type { BillingDetails } from './stripe-script.ts';

/** Who pays, as Create Account asks it. */
export interface Payer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2?: string | null | undefined;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

const HOME = 'United States';

/** Of any other country the card's own bank knows better. */
const COUNTRY_CODES: Readonly<Record<string, string>> = {
  [HOME]: 'US',
  Canada: 'CA',
  'United Kingdom': 'GB',
};

/** What the provider passes to the bank, which compares it with what it knows. */
export function billingDetailsOf(payer: Payer): BillingDetails {
  const country = COUNTRY_CODES[payer.country];
  const line2 = payer.address2?.trim();
  return {
    name: `${payer.firstName.trim()} ${payer.lastName.trim()}`,
    email: emailIn(payer.email),
    phone: payer.phone.trim(),
    address: {
      line1: payer.address1.trim(),
      ...(line2 ? { line2 } : {}),
      city: payer.city.trim(),
      // The form knows the states of one country alone.
      ...(payer.country === HOME ? { state: payer.state } : {}),
      postal_code: payer.postalCode.trim(),
      ...(country ? { country } : {}),
    },
  };
}
