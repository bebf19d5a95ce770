import type { Registration } from '../contract.ts';
import { hasListedStates } from '../domain/countries.ts';
import type { CardEntry } from './card-entry.ts';

export type RegistrationValues = Record<
  Exclude<keyof Registration, 'subscriptionPlan' | 'paymentMethodId' | 'timezone'>,
  string
>;

export type RegistrationField = keyof RegistrationValues;

type Person = 'firstName' | 'lastName' | 'email' | 'password' | 'passwordConfirm';

/** The values of the form for another household, without the person. */
export type PlaceValues = Omit<RegistrationValues, Person>;

export type PlaceField = keyof PlaceValues;

/** The values of a form that has at least the address. */
export type HouseholdValues = PlaceValues & Partial<Pick<RegistrationValues, Person>>;

interface Agreement {
  isAccepted: boolean;
  isReadToEnd: boolean;
}

interface Objection {
  title: string;
  description: string;
  /** The field with the error, if there is one. */
  field?: RegistrationField;
}

/** The errors of empty required fields, in the order of the screen. */
const REQUIRED: Partial<Record<RegistrationField, string>> = {
  firstName: 'Please enter your first name.',
  lastName: 'Please enter your last name.',
  email: 'Please enter your email.',
  phone: 'Please enter your phone number.',
  address1: 'Please enter your address.',
  city: 'Please enter your city.',
  state: 'Please choose a state.',
  postalCode: 'Please enter your postal code.',
  country: 'Please choose a country.',
  password: 'Please enter a password.',
  passwordConfirm: 'Please confirm your password.',
};

/** Returns an error for each empty required field, in the order of the screen. */
export function missingFields(values: HouseholdValues): Partial<Record<RegistrationField, string>> {
  return Object.fromEntries(
    Object.entries(REQUIRED).filter(
      ([field]) => isField(field) && isNeeded(field, values) && values[field]?.trim() === '',
    ),
  );
}

function isNeeded(field: RegistrationField, { country }: HouseholdValues): boolean {
  return field !== 'state' || country === '' || hasListedStates(country);
}

function isField(name: string): name is RegistrationField {
  return name in REQUIRED;
}

/** Returns the first reason not to send the form; the order is fixed. */
export function firstObjection(
  values: Partial<Pick<RegistrationValues, 'password' | 'passwordConfirm'>>,
  agreement: Agreement,
  card: Pick<CardEntry, 'isReady' | 'isPresent'>,
): Objection | undefined {
  if (values.password !== values.passwordConfirm) {
    return {
      title: 'Password mismatch',
      description: 'Passwords do not match.',
      field: 'passwordConfirm',
    };
  }
  if (!agreement.isAccepted) {
    return {
      title: 'EULA Required',
      description: 'Please read and accept the End User License Agreement to continue.',
    };
  }
  if (!agreement.isReadToEnd) {
    return {
      title: 'Please Read EULA',
      description: 'Please scroll to the bottom of the EULA before accepting.',
    };
  }
  if (!card.isReady) {
    return {
      title: 'Payment error',
      description: 'Payment system not ready. Please try again.',
    };
  }
  if (!card.isPresent) {
    return { title: 'Payment error', description: 'Please enter your payment information.' };
  }
  return undefined;
}
