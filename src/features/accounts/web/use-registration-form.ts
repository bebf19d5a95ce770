import { useState } from 'react';
import type { Plan } from '#features/subscription/plans.ts';
import { toast } from '#kit/web/toasts.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { COUNTRIES, STATES } from '../address.ts';
import type { Registration } from '../contract.ts';
import type { CardEntry } from './card-entry.ts';
import {
  firstObjection,
  missingFields,
  type RegistrationField,
  type RegistrationValues,
} from './registration-checks.ts';

export type FieldErrors = Partial<Record<RegistrationField, string>>;

/** Sends a registration; the answer is what the server found wrong, by field. */
export type SendRegistration = (registration: Registration) => Promise<FieldErrors>;

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
export function useRegistrationForm(card: CardEntry, onSend: SendRegistration) {
  const [values, setValues] = useState(EMPTY);
  const [plan, setPlan] = useState<Plan>('monthly');
  const [agreement, setAgreement] = useState({ isAccepted: false, isReadToEnd: false });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSending, setSending] = useState(false);
  const firstError = useFirstError();

  const change = (field: RegistrationField, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _, ...others }) => others);
  };

  const send = async () => {
    const objection = firstObjection(values, agreement, card);
    if (objection) toast.error(objection.title, objection.description);
    let wrong = missingFields(values);
    if (objection?.field) wrong = { ...wrong, [objection.field]: objection.description };
    if (!objection && Object.keys(wrong).length === 0) {
      setSending(true);
      wrong = await sent(values, plan, { card, onSend });
      setSending(false);
    }
    setErrors(wrong);
    firstError.show();
  };

  return {
    form: firstError.form,
    values,
    errors,
    change,
    plan,
    setPlan,
    ...agreement,
    readToEnd: () => setAgreement((before) => ({ ...before, isReadToEnd: true })),
    accept: (isAccepted: boolean) => setAgreement((before) => ({ ...before, isAccepted })),
    send,
    isSending,
  };
}

/** Has the card confirmed and sends the whole; the answer is what is wrong, by field. */
async function sent(
  values: RegistrationValues,
  subscriptionPlan: Plan,
  { card, onSend }: { card: CardEntry; onSend: SendRegistration },
): Promise<FieldErrors> {
  const state = STATES.find((one) => one === values.state);
  const country = COUNTRIES.find((one) => one === values.country);
  if (!state || !country) return {};
  const { password, passwordConfirm, ...person } = { ...values, state, country };
  const confirmed = await card.confirm(person);
  if ('error' in confirmed) {
    toast.error('Payment error', confirmed.error);
    return {};
  }
  const { paymentMethodId } = confirmed;
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return onSend({
    ...person,
    timezone,
    password,
    passwordConfirm,
    subscriptionPlan,
    paymentMethodId,
  });
}
