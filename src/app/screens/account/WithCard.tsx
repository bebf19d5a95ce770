import type { ReactNode } from 'react';
import { type CardEntry, NO_CARD_NEEDED } from '#features/accounts/web/card-entry.ts';
import { CardField } from '#features/subscription/web/card/CardField.tsx';
import { chargeTerms } from '#features/subscription/web/card/card-messages.ts';
import { useCardEntry } from '#features/subscription/web/card/use-card-entry.ts';
import { beginCard } from '#features/subscription/web/queries.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';

/**
 * Renders a form whose submission is paid by card. The form passes a refusal of the server to
 * `onRefused`.
 */
type PaidForm = (card: CardEntry, onRefused: (error: unknown) => void) => ReactNode;

interface WithCardProps {
  billing: 'built-in' | 'stripe';
  children: PaidForm;
}

/** Adds the card field to the form for a new household, if this server charges for households. */
export function WithCard({ billing, children }: WithCardProps) {
  if (billing === 'stripe') return <PaidByCard>{children}</PaidByCard>;
  return children(NO_CARD_NEEDED, () => undefined);
}

function PaidByCard({ children }: { children: PaidForm }) {
  const entry = useCardEntry(beginCard);
  const card: CardEntry = {
    field: <CardField entry={entry} />,
    terms: chargeTerms,
    isReady: entry.state.field === 'ready',
    isPresent: entry.state.isComplete,
    confirm: entry.confirm,
  };
  return children(card, (error) => {
    if (error instanceof ApiError && error.status === 402) {
      entry.refuse(sentenceOf(error, 'An error occurred during registration.'));
    }
  });
}
