/** A card that the provider knows now; what it is called there. */
export interface ConfirmedCard {
  readonly setupIntentId: string;
  readonly paymentMethodId: string;
}

/** One setup confirms one card: `spent` is one whose card is refused or no longer meant. */
export type Setup =
  | { readonly is: 'open'; readonly clientSecret: string }
  | { readonly is: 'confirmed'; readonly card: ConfirmedCard }
  | { readonly is: 'spent' };

export interface CardState {
  /** Whether the provider's field is on the screen. */
  readonly field: 'loading' | 'failed' | 'ready';
  /** How often the field was asked for. */
  readonly attempt: number;
  /** Whether a whole card stands in the field. */
  readonly isComplete: boolean;
  /** While the provider is asked: whether another card was typed meanwhile. */
  readonly confirming: { readonly isReplaced: boolean } | undefined;
  /** Said under the field. */
  readonly error: string | undefined;
  readonly setup: Setup;
}

export type CardEvent =
  | { readonly type: 'ready'; readonly clientSecret: string }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'tried again' }
  | { readonly type: 'typed'; readonly isComplete: boolean; readonly error: string | undefined }
  | { readonly type: 'confirming' }
  | { readonly type: 'answered'; readonly setup: Setup; readonly error?: string | undefined }
  | { readonly type: 'refused'; readonly error: string };

export const LOADING: CardState = {
  field: 'loading',
  attempt: 1,
  isComplete: false,
  confirming: undefined,
  error: undefined,
  setup: { is: 'spent' },
};

export const NOT_READY = 'Payment system not ready. Please try again.';
export const NOT_ENTERED = 'Please enter your payment information.';

/**
 * From loading the field to a card that was accepted or refused. A confirmed card stays the same
 * however often it is sent, so that a server that was not heard sees one attempt, until another card
 * is typed or the server refuses it.
 */
export function nextCardState(state: CardState, event: CardEvent): CardState {
  switch (event.type) {
    case 'ready':
      return {
        ...state,
        field: 'ready',
        error: undefined,
        setup: { is: 'open', clientSecret: event.clientSecret },
      };
    case 'failed':
      return { ...state, field: 'failed', error: event.error };
    case 'tried again':
      return { ...LOADING, attempt: state.attempt + 1 };
    case 'typed':
      return {
        ...state,
        isComplete: event.isComplete,
        error: event.error,
        confirming: state.confirming && { isReplaced: true },
        setup: state.setup.is === 'confirmed' ? { is: 'spent' } : state.setup,
      };
    case 'confirming':
      return { ...state, confirming: { isReplaced: false }, error: undefined };
    case 'answered':
      return {
        ...state,
        confirming: undefined,
        error: event.error,
        setup:
          state.confirming?.isReplaced && event.setup.is === 'confirmed'
            ? { is: 'spent' }
            : event.setup,
      };
    case 'refused':
      return { ...state, error: event.error, setup: { is: 'spent' } };
  }
}

/** Why nothing can be confirmed, if that is so. */
export function objectionTo({ field, isComplete }: CardState): string | undefined {
  if (field !== 'ready') return NOT_READY;
  return isComplete ? undefined : NOT_ENTERED;
}
