import { type FormEvent, useId } from 'react';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { Dialog } from '#kit/web/ui/Dialog.tsx';
import { CardField } from './CardField.tsx';
import { savedWords } from './card-words.ts';
import { useSaveCard } from './use-save-card.ts';

interface AnotherCardDialogProps {
  /** Whether the last payment did not go through: it is paid at once. */
  isOwed: boolean;
  onClose: () => void;
}

/** The card that payments come from now on. */
export function AnotherCardDialog({ isOwed, onClose }: AnotherCardDialogProps) {
  const id = useId();
  const { entry, save, isSaving } = useSaveCard();
  const readCurrentUser = useReadCurrentUser();
  const send = async () => {
    const status = await save();
    if (status === undefined) return;
    const { title, text } = savedWords(isOwed && status.subscriptionStatus === 'active');
    toast.success(title, text);
    readCurrentUser();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) void send();
  };
  return (
    <Dialog
      title="Use another card"
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <Button look="outline" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} isPending={isSaving}>
            Save card
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        <CardField entry={entry} />
        {isOwed ? (
          <p className="mt-3 text-help text-soft">What is owed is paid with this card at once.</p>
        ) : null}
      </form>
    </Dialog>
  );
}
