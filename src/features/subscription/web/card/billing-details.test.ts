import { expect, it } from 'vitest';
import { billingDetailsOf, type Payer } from './billing-details.ts';

const maria: Payer = {
  firstName: ' Maria ',
  lastName: 'Carter',
  email: 'maria@example.com',
  phone: '(413) 555-0108',
  address1: '14 Spring Street',
  address2: '',
  city: 'Williamstown',
  state: 'MA',
  postalCode: '01267',
  country: 'United States',
};

it('billingDetailsOf contains the name, the address and a two-letter country code', () => {
  expect(billingDetailsOf(maria)).toEqual({
    name: 'Maria Carter',
    email: 'maria@example.com',
    phone: '(413) 555-0108',
    address: {
      line1: '14 Spring Street',
      city: 'Williamstown',
      state: 'MA',
      postal_code: '01267',
      country: 'US',
    },
  });
});

it.each([
  ['Canada', { country: 'CA' }],
  ['United Kingdom', { country: 'GB' }],
  ['Other', {}],
])('billingDetailsOf omits the state for the country %s', (country, told) => {
  const { line1, city, postal_code, ...rest } = billingDetailsOf({ ...maria, country }).address;
  expect(rest).toEqual(told);
});

it('billingDetailsOf contains the second address line if there is one', () => {
  const { address } = billingDetailsOf({ ...maria, address2: ' Second floor ' });
  expect(address.line2).toBe('Second floor');
});
