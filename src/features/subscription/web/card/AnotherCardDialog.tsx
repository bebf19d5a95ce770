import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { CardField } from './CardField.tsx';
import { savedMessage } from './card-messages.ts';
import { useSaveCard } from './use-save-card.ts';

interface AnotherCardDialogProps {
  /** True if the last payment failed; the new card pays it at once. */
  isOwed: boolean;
  onClose: () => void;
}

/** Enters the card for future payments. */
export function AnotherCardDialog({ isOwed, onClose }: AnotherCardDialogProps) {
  const readCurrentUser = useReadCurrentUser();
  const { entry, form } = useSaveCard({
    success: ({ subscriptionStatus }) => savedMessage(isOwed && subscriptionStatus === 'active'),
    onDone: () => {
      readCurrentUser();
      onClose();
    },
  });
  return (
    <FormDialog title="Use another card" action="Save card" form={form} onClose={onClose}>
      <CardField entry={entry} />
      {isOwed ? (
        <p className="text-help text-soft">What is owed is paid with this card at once.</p>
      ) : null}
    </FormDialog>
  );
}
