import type { NewHousehold, Registration } from '#features/accounts/contract.ts';

export const EXAMPLE_PASSWORD = 'window-to-the-garden';

const HOUSEHOLD: NewHousehold = {
  phone: '(413) 555-0108',
  address1: '14 Spring Street',
  address2: 'Second floor',
  city: 'Williamstown',
  state: 'MA',
  postalCode: '01267',
  country: 'United States',
  subscriptionPlan: 'monthly',
  paymentMethodId: 'skip_payment',
};

/** Returns a complete form for an additional household, with `changed` applied. */
export function householdForm(
  changed: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { ...HOUSEHOLD, ...changed };
}

/** Returns a complete registration form as the browser sends it, with `changed` applied. */
export function registrationForm(
  email: string,
  changed: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const form: Registration = {
    firstName: 'Maria',
    lastName: 'Carter',
    email,
    password: EXAMPLE_PASSWORD,
    passwordConfirm: EXAMPLE_PASSWORD,
    ...HOUSEHOLD,
  };
  return { ...form, ...changed };
}
