import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import type { SubscriptionStatus } from '../../contract.ts';
import { beginAnotherCard, usePayWithAnother } from '../queries.ts';
import { useCardEntry } from './use-card-entry.ts';

/** Takes another card of a household that has an account; what fails is said in a toast. */
export function useSaveCard() {
  const entry = useCardEntry(beginAnotherCard, { asksPostalCode: true });
  const saving = usePayWithAnother();
  const save = async (): Promise<SubscriptionStatus | undefined> => {
    const card = await entry.confirm();
    if ('error' in card) {
      toast.error('Payment error', card.error);
      return undefined;
    }
    try {
      return await saving.mutateAsync(card.setupIntentId);
    } catch (error) {
      const sentence = sentenceOf(error, 'That did not work. Please try again.');
      toast.error('Error', sentence);
      if (error instanceof ApiError && error.status === 402) entry.refuse(sentence);
      return undefined;
    }
  };
  return { entry, save, isSaving: entry.state.confirming !== undefined || saving.isPending };
}
