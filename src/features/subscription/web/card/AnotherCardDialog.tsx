import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { toast } from '#kit/web/toasts.tsx';
import { FormDialog } from '#kit/web/ui/FormDialog.tsx';
import { CardField } from './CardField.tsx';
import { savedMessage } from './card-messages.ts';
import { useSaveCard } from './use-save-card.ts';

interface AnotherCardDialogProps {
  /** Whether the last payment did not go through: it is paid at once. */
  isOwed: boolean;
  onClose: () => void;
}

/** The card that payments come from now on. */
export function AnotherCardDialog({ isOwed, onClose }: AnotherCardDialogProps) {
  const { entry, save, isSaving } = useSaveCard();
  const readCurrentUser = useReadCurrentUser();
  const send = async () => {
    const status = await save();
    if (status === undefined) return;
    const { title, text } = savedMessage(isOwed && status.subscriptionStatus === 'active');
    toast.success(title, text);
    readCurrentUser();
    onClose();
  };
  return (
    <FormDialog
      title="Use another card"
      action="Save card"
      isPending={isSaving}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <CardField entry={entry} />
      {isOwed ? (
        <p className="text-help text-soft">What is owed is paid with this card at once.</p>
      ) : null}
    </FormDialog>
  );
}
