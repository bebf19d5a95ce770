import { expect, it } from 'vitest';
import type { Setup } from './card-state.ts';
import { NOT_CHECKED, outcomeOf } from './setup-outcome.ts';
import type { SetupAnswer, SetupError } from './stripe-script.ts';

const SECRET = 'seti_1_secret';
const open: Setup = { is: 'open', clientSecret: SECRET };
const spent: Setup = { is: 'spent' };
const confirmed: Setup = {
  is: 'confirmed',
  card: { setupIntentId: 'seti_1', paymentMethodId: 'pm_1' },
};

const intent = (status: string, payment_method: string | { id: string } | null = 'pm_1') => ({
  id: 'seti_1',
  status,
  payment_method,
});
const failure = (error: SetupError): SetupAnswer => ({ error });

it.each<[string, SetupAnswer, Setup, string | undefined]>([
  ['a confirmed card with its id', { setupIntent: intent('succeeded') }, confirmed, undefined],
  [
    'a confirmed card as an expanded object',
    { setupIntent: intent('succeeded', { id: 'pm_1' }) },
    confirmed,
    undefined,
  ],
  [
    'a card that was already confirmed when the response was lost',
    failure({
      type: 'invalid_request_error',
      code: 'setup_intent_unexpected_state',
      message: 'You cannot confirm this SetupIntent.',
      setup_intent: intent('succeeded'),
    }),
    confirmed,
    undefined,
  ],
  [
    "a declined card with the provider's message",
    failure({ type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }),
    open,
    'Your card was declined.',
  ],
  [
    "an incomplete card with the provider's message",
    failure({ type: 'validation_error', message: 'Your card number is incomplete.' }),
    open,
    'Your card number is incomplete.',
  ],
  [
    "a failed authentication with the provider's message",
    failure({
      type: 'invalid_request_error',
      code: 'setup_intent_authentication_failure',
      message: 'We are unable to authenticate your payment method.',
    }),
    open,
    'We are unable to authenticate your payment method.',
  ],
  [
    'an unreachable provider with our message',
    failure({ type: 'api_connection_error', message: 'Connection refused' }),
    open,
    NOT_CHECKED,
  ],
  [
    'an expired setup that must be replaced',
    failure({
      type: 'invalid_request_error',
      code: 'setup_intent_unexpected_state',
      message: 'This SetupIntent was canceled.',
      setup_intent: intent('canceled', null),
    }),
    spent,
    NOT_CHECKED,
  ],
  [
    'an unknown setup that must be replaced',
    failure({ type: 'invalid_request_error', code: 'resource_missing', message: 'No such.' }),
    spent,
    NOT_CHECKED,
  ],
  ['a setup that is still processing', { setupIntent: intent('processing') }, open, NOT_CHECKED],
])('outcomeOf handles %s', (_, answer, setup, error) => {
  expect(outcomeOf(answer, SECRET)).toEqual({ setup, ...(error ? { error } : {}) });
});
