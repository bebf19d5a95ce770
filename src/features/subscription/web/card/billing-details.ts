import { emailIn } from '#platform/shared/email-address.ts';
import type { BillingDetails } from './stripe-script.ts';

/** The payer's data from the form of a new account. */
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

/** Codes of the countries in the form; other countries are omitted, because the bank knows them. */
const COUNTRY_CODES: Readonly<Record<string, string>> = {
  [HOME]: 'US',
  Canada: 'CA',
  'United Kingdom': 'GB',
};

/** Returns the data that the provider passes to the bank for verification. */
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
      // The state is included for one country only, because the form asks for it only there.
      ...(payer.country === HOME ? { state: payer.state } : {}),
      postal_code: payer.postalCode.trim(),
      ...(country ? { country } : {}),
    },
  };
}
