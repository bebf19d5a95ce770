import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { AlreadyReported, type Outcome } from '#platform/web/forms/attempt.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { toast } from '#platform/web/toasts.ts';
import type { SubscriptionStatus } from '../../contract.ts';
import { beginAnotherCard, usePayWithAnother } from '../queries.ts';
import { useCardEntry } from './use-card-entry.ts';

const NOT_SAVED = 'That did not work. Please try again.';

/** The form with which a household with a subscription saves another card. */
export function useSaveCard(outcome: Pick<Outcome<SubscriptionStatus>, 'success' | 'onDone'>) {
  const entry = useCardEntry(beginAnotherCard, { asksPostalCode: true });
  const saving = usePayWithAnother();
  const form = useForm({
    ...outcome,
    fieldsOf: () => ({}),
    send: async () => {
      const card = await entry.confirm();
      if ('setupIntentId' in card) return saving.mutateAsync(card.setupIntentId);
      toast.error('Payment error', card.error);
      throw new AlreadyReported();
    },
    failure: NOT_SAVED,
    onRefused: (error) => {
      const isCard = error instanceof ApiError && error.status === 402;
      if (isCard) entry.refuse(sentenceOf(error, NOT_SAVED));
    },
  });
  return { entry, form };
}
