import { useState } from 'react';
import type { Plan } from '#features/entitlement/plans.ts';
import { AlreadySaid } from '#kit/web/forms/attempt.ts';
import { useForm } from '#kit/web/forms/use-form.ts';
import { toast } from '#kit/web/toasts.tsx';
import type { Registration } from '../contract.ts';
import { COUNTRIES } from '../countries.ts';
import type { CardEntry } from './card-entry.ts';
import { firstObjection, missingFields, type RegistrationValues } from './registration-checks.ts';

export interface RegistrationSending {
  card: CardEntry;
  onSend: (registration: Registration) => Promise<unknown>;
  onRefused?: (error: unknown) => void;
}

const EMPTY: RegistrationValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'United States',
  password: '',
  passwordConfirm: '',
};

/** What is typed, chosen and wrong in the form, and what happens when it is sent. */
export function useRegistrationForm({ card, onSend, onRefused }: RegistrationSending) {
  const [plan, setPlan] = useState<Plan>('monthly');
  const [agreement, setAgreement] = useState({ isAccepted: false, isReadToEnd: false });
  const objectionTo = (values: RegistrationValues) => firstObjection(values, agreement, card);
  const sayObjection = (values: RegistrationValues): boolean => {
    const objection = objectionTo(values);
    if (objection) toast.error(objection.title, objection.description);
    return objection !== undefined;
  };
  const form = useForm({
    fieldsOf: () => EMPTY,
    check: (values) => {
      const { field, description } = objectionTo(values) ?? {};
      return { ...missingFields(values), ...(field ? { [field]: description } : {}) };
    },
    send: async (values) => {
      if (sayObjection(values)) throw new AlreadySaid();
      return onSend(await registrationOf(values, plan, card));
    },
    success: {
      title: 'Account created!',
      text: 'Welcome to Grand App! Your subscription is now active.',
    },
    failure: { title: 'Registration failed', text: 'An error occurred during registration.' },
    onWrong: () => {
      sayObjection(form.fields);
    },
    onRefused,
  });
  return {
    form,
    plan,
    setPlan,
    ...agreement,
    readToEnd: () => setAgreement((before) => ({ ...before, isReadToEnd: true })),
    accept: (isAccepted: boolean) => setAgreement((before) => ({ ...before, isAccepted })),
  };
}

/** The whole, once the card is confirmed. */
async function registrationOf(
  values: RegistrationValues,
  subscriptionPlan: Plan,
  card: CardEntry,
): Promise<Registration> {
  const country = COUNTRIES.find((one) => one === values.country);
  if (!country) throw new AlreadySaid();
  const { password, passwordConfirm, ...person } = { ...values, country };
  const confirmed = await card.confirm(person);
  if ('error' in confirmed) {
    toast.error('Payment error', confirmed.error);
    throw new AlreadySaid();
  }
  const { paymentMethodId } = confirmed;
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return { ...person, timezone, password, passwordConfirm, subscriptionPlan, paymentMethodId };
}
