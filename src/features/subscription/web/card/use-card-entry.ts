import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { reportProblem } from '#platform/web/report-problem.ts';
import type { CardEntryParts } from '../../card-contract.ts';
import { billingDetailsOf, type Payer } from './billing-details.ts';
import {
  type CardState,
  type ConfirmedCard,
  LOADING,
  nextCardState,
  objectionTo,
  type Setup,
} from './card-state.ts';
import { type OpenCard, openCard } from './open-card.ts';
import { NOT_CHECKED, type Outcome, outcomeOf } from './setup-outcome.ts';

/** The entry of a card: the state of its field, and its functions. */
export interface OpenCardEntry {
  readonly state: CardState;
  /** Sets the container of the provider's field after it is mounted. */
  readonly setPlace: (place: HTMLDivElement | null) => void;
  readonly tryAgain: () => void;
  /** Resolves to the confirmed card, or to an error that is also shown at the field. */
  readonly confirm: (payer?: Payer) => Promise<ConfirmedCard | { error: string }>;
  /** Called if the server refused the card, so that the next attempt uses a new setup. */
  readonly refuse: (error: string) => void;
}

type Begin = () => Promise<CardEntryParts>;

/** Takes a card; `begin` requests the data for the provider from the server. */
export function useCardEntry(begin: Begin, { asksPostalCode = false } = {}): OpenCardEntry {
  const [state, dispatch] = useReducer(nextCardState, LOADING);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const open = useRef<OpenCard>(undefined);

  const load = useEffectEvent(async (place: HTMLDivElement, signal: AbortSignal) => {
    const parts = await begin();
    if (signal.aborted) return;
    open.current = await openCard({
      parts,
      place,
      asksPostalCode,
      onChange: ({ complete, error }) =>
        dispatch({ type: 'typed', isComplete: complete, error: error?.message }),
      signal,
    });
    if (!signal.aborted) dispatch({ type: 'ready', clientSecret: parts.clientSecret });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once more
  useEffect(() => {
    // In a dialog, the container is mounted later than this hook runs first.
    if (place === null) return;
    const leaving = new AbortController();
    load(place, leaving.signal).catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      leaving.abort();
      dispatch({ type: 'failed', error: sentenceOf(error, NOT_LOADED) });
    });
    return () => leaving.abort();
  }, [state.attempt, place]);

  return {
    state,
    setPlace,
    tryAgain: () => dispatch({ type: 'tried again' }),
    async confirm(payer) {
      const { setup } = state;
      const objection = objectionTo(state);
      if (objection !== undefined || !open.current) return { error: objection ?? NOT_CHECKED };
      if (setup.is === 'confirmed') return setup.card;
      dispatch({ type: 'confirming' });
      const outcome = await confirmed(open.current, setup, { begin, payer });
      dispatch({ type: 'answered', ...outcome });
      if (outcome.setup.is === 'confirmed') return outcome.setup.card;
      open.current.element.focus();
      return { error: outcome.error ?? NOT_CHECKED };
    },
    refuse(error) {
      dispatch({ type: 'refused', error });
      open.current?.element.focus();
    },
  };
}

const NOT_LOADED = 'The payment form could not be loaded.';

/** Confirms the card in the field, with a new setup if the previous one is spent. */
async function confirmed(
  { stripe, element }: OpenCard,
  setup: Setup,
  { begin, payer }: { begin: Begin; payer: Payer | undefined },
): Promise<Outcome> {
  let current = setup;
  try {
    if (current.is !== 'open') {
      current = { is: 'open', clientSecret: (await begin()).clientSecret };
    }
    const { clientSecret } = current;
    const details = payer ? { billing_details: billingDetailsOf(payer) } : {};
    const answer = await stripe.confirmCardSetup(clientSecret, {
      payment_method: { card: element, ...details },
    });
    return outcomeOf(answer, clientSecret);
  } catch (error) {
    if (!(error instanceof ApiError)) reportProblem('card confirmation failed', error);
    return { setup: current, error: sentenceOf(error, NOT_CHECKED) };
  }
}
