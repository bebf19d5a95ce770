/** A card that the provider has confirmed, with its ids there. */
export interface ConfirmedCard {
  readonly setupIntentId: string;
  readonly paymentMethodId: string;
}

/** A setup confirms one card. `spent`: its card was refused or replaced by another. */
export type Setup =
  | { readonly is: 'open'; readonly clientSecret: string }
  | { readonly is: 'confirmed'; readonly card: ConfirmedCard }
  | { readonly is: 'spent' };

export interface CardState {
  /** The state of the provider's field. */
  readonly field: 'loading' | 'failed' | 'ready';
  /** Number of attempts to load the field. */
  readonly attempt: number;
  /** True if the field contains a complete card. */
  readonly isComplete: boolean;
  /** Present while the provider confirms; `isReplaced` if another card was typed meanwhile. */
  readonly confirming: { readonly isReplaced: boolean } | undefined;
  /** The error below the field. */
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
 * The state machine from loading the field to an accepted or refused card. A confirmed card keeps
 * its setup when it is sent again, so that after a lost response the server sees one attempt, until
 * another card is typed or the server refuses it.
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

/** Returns the reason why the card cannot be confirmed; undefined if it can. */
export function objectionTo({ field, isComplete }: CardState): string | undefined {
  if (field !== 'ready') return NOT_READY;
  return isComplete ? undefined : NOT_ENTERED;
}
