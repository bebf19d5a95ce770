import type { User } from '#features/sessions/contract.ts';
import { MIN_PASSWORD_LENGTH, TOO_SHORT } from '#features/sessions/limits.ts';
import { looksLikeEmail } from '#platform/shared/email-address.ts';
import type { Person } from '../contract.ts';
import { mayChange } from '../domain/permissions.ts';

export interface PeopleActions {
  readonly setUpTablet: boolean;
  readonly edit: boolean;
  readonly sendConfirmation: boolean;
  readonly cancelEmailChange: boolean;
  readonly handOver: boolean;
  readonly remove: boolean;
}

/** Returns the actions that the server permits and that make sense for the role. */
export function actionsFor(
  me: Pick<User, 'id' | 'role'>,
  person: Pick<Person, 'id' | 'role' | 'awaitsConfirmation' | 'pendingEmail'>,
): PeopleActions {
  const edit = mayChange(me, person);
  const isOther = edit && person.id !== me.id;
  const isPending = person.pendingEmail !== null;
  const mayConfirm = edit || person.id === me.id;
  return {
    setUpTablet: edit && person.role === 'user',
    edit,
    sendConfirmation: (person.awaitsConfirmation || isPending) && mayConfirm,
    cancelEmailChange: isPending && mayConfirm,
    handOver: isOther && person.role === 'admin',
    remove: isOther,
  };
}

export interface PersonFields {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

type PersonErrors = Partial<Record<keyof PersonFields, string>>;

export const FIELD_NAMES: Readonly<Record<keyof PersonFields, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
};

export function fieldsOf(person: User | undefined): PersonFields {
  return {
    firstName: person?.firstName ?? '',
    lastName: person?.lastName ?? '',
    email: person?.email ?? '',
    password: '',
  };
}

/**
 * Returns the errors by field. An elder has an email and a password or neither; an administrator
 * needs an email and changes the password themselves.
 */
export function errorsIn(fields: PersonFields, person: User | undefined): PersonErrors {
  const { firstName, lastName, email, password } = fields;
  const errors: PersonErrors = {};
  if (firstName.trim() === '') errors.firstName = 'Please enter the first name.';
  if (lastName.trim() === '') errors.lastName = 'Please enter the last name.';
  const mustHaveEmail = person !== undefined && person.role !== 'user';
  if (email.trim() === '' && (password !== '' || mustHaveEmail)) {
    errors.email = 'Please enter the email.';
  } else if (email.trim() !== '' && !looksLikeEmail(email)) {
    errors.email = 'Please enter a valid email address.';
  }
  if (password !== '' && password.length < MIN_PASSWORD_LENGTH) {
    errors.password = TOO_SHORT;
  } else if (password === '' && email.trim() !== '' && !person?.email) {
    errors.password = 'Please enter a password.';
  }
  return errors;
}

export function newPersonOf({ firstName, lastName, email, password }: PersonFields) {
  const names = { firstName: firstName.trim(), lastName: lastName.trim() };
  return email.trim() === '' ? names : { ...names, email: email.trim(), password };
}

/** Returns the body of the request that changes a person: changed fields only. */
export function changesOf(changed: Partial<PersonFields>) {
  const { firstName, lastName, email, password } = changed;
  return {
    ...(firstName === undefined ? {} : { firstName: firstName.trim() }),
    ...(lastName === undefined ? {} : { lastName: lastName.trim() }),
    ...(email === undefined ? {} : { email: email.trim() === '' ? null : email.trim() }),
    ...(password ? { password } : {}),
  };
}
