import type { Registration } from '#features/accounts/contract.ts';

/** The password of `registrationForm`. */
export const EXAMPLE_PASSWORD = 'window-to-the-garden';

/** A complete form as the browser sends it, with what a test wants to be different. */
export function registrationForm(
  email: string,
  changed: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const form: Registration = {
    firstName: 'Maria',
    lastName: 'Carter',
    email,
    phone: '(413) 555-0108',
    address1: '14 Spring Street',
    address2: 'Second floor',
    city: 'Williamstown',
    state: 'MA',
    postalCode: '01267',
    country: 'United States',
    password: EXAMPLE_PASSWORD,
    passwordConfirm: EXAMPLE_PASSWORD,
    subscriptionPlan: 'monthly',
    paymentMethodId: 'skip_payment',
  };
  return { ...form, ...changed };
}
