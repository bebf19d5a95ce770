import { useState } from 'react';
import type { Plan } from '#features/entitlement/domain/plans.ts';
import { AlreadyReported, type Outcome } from '#platform/web/forms/attempt.ts';
import { type FieldErrors, useForm } from '#platform/web/forms/use-form.ts';
import { toast } from '#platform/web/toasts.ts';
import type { NewHousehold } from '../contract.ts';
import { COUNTRIES } from '../domain/countries.ts';
import type { CardEntry, Payer } from './card-entry.ts';
import {
  firstObjection,
  type HouseholdValues,
  missingFields,
  type PlaceValues,
} from './registration-checks.ts';

export const NO_PLACE: PlaceValues = {
  phone: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'United States',
};

/** The values that are sent in addition to the text fields. */
type Chosen = Pick<NewHousehold, 'country' | 'timezone' | 'subscriptionPlan' | 'paymentMethodId'>;

type Sent<Values> = Omit<Values, 'country'> & Chosen;

/** The payment and the submit function of a new household's form. */
export interface HouseholdSending<Form, Answer> {
  card: CardEntry;
  onSend: (form: Form) => Promise<Answer>;
  onRefused?: ((error: unknown) => void) | undefined;
}

interface HouseholdFormOptions<Values extends HouseholdValues, Answer>
  extends HouseholdSending<Sent<Values>, Answer>,
    Pick<Outcome<Answer>, 'success' | 'failure' | 'onDone'> {
  empty: Values;
  /** Returns the card holder. */
  payerOf: (values: Values) => Pick<Payer, 'firstName' | 'lastName' | 'email'>;
}

/** The state of the form of a new household, and its submission. */
export function useHouseholdForm<Values extends HouseholdValues, Answer>(
  options: HouseholdFormOptions<Values, Answer>,
) {
  const { empty, payerOf, card, onSend, ...outcome } = options;
  const [plan, setPlan] = useState<Plan>('monthly');
  const [agreement, setAgreement] = useState({ isAccepted: false, isReadToEnd: false });
  const objectionTo = (values: Values) => firstObjection(values, agreement, card);
  const sayObjection = (values: Values): boolean => {
    const objection = objectionTo(values);
    if (objection) toast.error(objection.title, objection.description);
    return objection !== undefined;
  };
  const form = useForm<Values, Answer>({
    ...outcome,
    fieldsOf: () => empty,
    check: (values) => {
      const { field, description } = objectionTo(values) ?? {};
      const wrong = { ...missingFields(values), ...(field ? { [field]: description } : {}) };
      return wrong as FieldErrors<Values>;
    },
    send: async (values) => {
      if (sayObjection(values)) throw new AlreadyReported();
      const country = countryOf(values);
      const payer = { ...placeOf(values), country, ...payerOf(values) };
      const paymentMethodId = await paidBy(card, payer);
      const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
      return onSend({ ...values, country, timezone, subscriptionPlan: plan, paymentMethodId });
    },
    onWrong: () => {
      sayObjection(form.fields);
    },
  });
  return {
    form,
    plan,
    setPlan,
    ...agreement,
    onReadToEnd: () => setAgreement((before) => ({ ...before, isReadToEnd: true })),
    onAccept: (isAccepted: boolean) => setAgreement((before) => ({ ...before, isAccepted })),
  };
}

function countryOf({ country }: PlaceValues) {
  const known = COUNTRIES.find((one) => one === country);
  if (!known) throw new AlreadyReported();
  return known;
}

/** Omits the password, which the payment provider must not receive. */
function placeOf({ phone, address1, address2, city, state, postalCode }: PlaceValues) {
  return { phone, address1, address2, city, state, postalCode };
}

/** Returns the id of the payment method after the card is confirmed. */
async function paidBy(card: CardEntry, payer: Payer): Promise<string> {
  const confirmed = await card.confirm(payer);
  if ('paymentMethodId' in confirmed) return confirmed.paymentMethodId;
  toast.error('Payment error', confirmed.error);
  throw new AlreadyReported();
}
