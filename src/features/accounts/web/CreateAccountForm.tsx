import type { Registration } from '../contract.ts';
import { AccountFields } from './AccountFields.tsx';
import { HouseholdTerms } from './HouseholdTerms.tsx';
import type { RegistrationValues } from './registration-checks.ts';
import { type HouseholdSending, NO_PLACE, useHouseholdForm } from './use-household-form.ts';

const EMPTY: RegistrationValues = {
  firstName: '',
  lastName: '',
  email: '',
  ...NO_PLACE,
  password: '',
  passwordConfirm: '',
};

/** The form of a new household, on one page. It keeps its values after an error. */
export function CreateAccountForm(props: HouseholdSending<Registration, unknown>) {
  const { form, ...terms } = useHouseholdForm({
    ...props,
    empty: EMPTY,
    payerOf: ({ firstName, lastName, email }) => ({ firstName, lastName, email }),
    success: {
      title: 'Account created!',
      text: 'Welcome to Grand App! Your subscription is now active.',
    },
    failure: { title: 'Registration failed', text: 'An error occurred during registration.' },
  });
  return (
    <form {...form.props} aria-label="Create Account" className="grid gap-4.5">
      <AccountFields form={form} />
      <HouseholdTerms card={props.card} {...terms} isPending={form.isPending}>
        Create Account
      </HouseholdTerms>
    </form>
  );
}
