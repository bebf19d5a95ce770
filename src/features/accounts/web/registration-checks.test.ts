import { expect, test } from 'vitest';
import { firstObjection, missingFields } from './registration-checks.ts';

const same = { password: 'correct horse', passwordConfirm: 'correct horse' };
const different = { password: 'correct horse', passwordConfirm: 'correct house' };
const read = { isAccepted: true, isReadToEnd: true };
const card = { isReady: true, isPresent: true };

test.each([
  [
    'everything is wrong',
    different,
    { isAccepted: false, isReadToEnd: false },
    { isReady: false, isPresent: false },
    'Password mismatch',
    'Passwords do not match.',
  ],
  [
    'the EULA is neither read nor accepted',
    same,
    { isAccepted: false, isReadToEnd: false },
    { isReady: false, isPresent: false },
    'EULA Required',
    'Please read and accept the End User License Agreement to continue.',
  ],
  [
    'the EULA is accepted but not read',
    same,
    { isAccepted: true, isReadToEnd: false },
    { isReady: false, isPresent: false },
    'Please Read EULA',
    'Please scroll to the bottom of the EULA before accepting.',
  ],
  [
    'the payment system is not ready',
    same,
    read,
    { isReady: false, isPresent: false },
    'Payment error',
    'Payment system not ready. Please try again.',
  ],
  [
    'no card is entered',
    same,
    read,
    { isReady: true, isPresent: false },
    'Payment error',
    'Please enter your payment information.',
  ],
])(
  'firstObjection returns the first error when %s',
  (_, values, agreement, payment, title, description) => {
    expect(firstObjection(values, agreement, payment)).toMatchObject({ title, description });
  },
);

test('passwords are compared exactly, with case and spaces', () => {
  const spaced = { password: 'Secret word', passwordConfirm: 'Secret word ' };
  expect(firstObjection(spaced, read, card)?.field).toBe('passwordConfirm');
});

test('firstObjection returns undefined for a complete registration', () => {
  expect(firstObjection(same, read, card)).toBeUndefined();
});

test('every field except the second address line is required, in the order of the screen', () => {
  const empty = {
    firstName: '',
    lastName: ' ',
    email: '',
    phone: '',
    address1: '',
    address2: '',
    city: '',
    state: '',
    postalCode: '',
    country: '',
    password: '',
    passwordConfirm: '',
  };
  expect(Object.keys(missingFields(empty))).toEqual([
    'firstName',
    'lastName',
    'email',
    'phone',
    'address1',
    'city',
    'state',
    'postalCode',
    'country',
    'password',
    'passwordConfirm',
  ]);
  expect(missingFields({ ...empty, firstName: 'Maria' })).not.toHaveProperty('firstName');
  expect(missingFields({ ...empty, country: 'United States' })).toHaveProperty('state');
  expect(missingFields({ ...empty, country: 'United Kingdom' })).not.toHaveProperty('state');
});
