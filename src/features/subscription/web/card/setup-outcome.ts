import type { Setup } from './card-state.ts';
import type { SetupAnswer, SetupError, SetupIntent } from './stripe-script.ts';

/** The state of a setup, with an error message if there is no card. */
export interface Outcome {
  readonly setup: Setup;
  readonly error?: string | undefined;
}

export const NOT_CHECKED = 'The card could not be checked. Please try again.';

/** Error types whose message from the provider is suitable for the payer. */
const FOR_PEOPLE = ['card_error', 'validation_error'];
const NOT_AUTHENTICATED = 'setup_intent_authentication_failure';

/** Error codes after which the setup cannot be confirmed. */
const OVER = ['setup_intent_unexpected_state', 'resource_missing'];

/** Converts the provider's answer to the confirmation of a setup. */
export function outcomeOf({ setupIntent, error }: SetupAnswer, clientSecret: string): Outcome {
  // An error can contain a confirmed intent: the confirmation had already succeeded, but its
  // response was lost.
  const confirmed = confirmedBy(setupIntent) ?? confirmedBy(error?.setup_intent);
  if (confirmed) return { setup: confirmed };
  const isOver = OVER.includes(error?.code ?? '');
  return {
    setup: isOver ? { is: 'spent' } : { is: 'open', clientSecret },
    error: sentenceFor(error),
  };
}

function confirmedBy(intent: SetupIntent | undefined): Setup | undefined {
  if (intent?.status !== 'succeeded' || intent.payment_method === null) return undefined;
  const { id, payment_method: method } = intent;
  const paymentMethodId = typeof method === 'string' ? method : method.id;
  return { is: 'confirmed', card: { setupIntentId: id, paymentMethodId } };
}

function sentenceFor(error: SetupError | undefined): string {
  const isForPeople =
    error && (FOR_PEOPLE.includes(error.type) || error.code === NOT_AUTHENTICATED);
  return (isForPeople && error.message) || NOT_CHECKED;
}
