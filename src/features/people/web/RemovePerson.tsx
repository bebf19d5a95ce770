import type { User } from '#features/sessions/contract.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import { nameOf } from './people-messages.ts';
import { useRemovePerson } from './queries.ts';

/** Asks, then removes. Their devices are signed out with it. */
export function RemovePerson({ person, onClose }: { person: User; onClose: () => void }) {
  const remove = useRemovePerson();
  const name = nameOf(person);
  const confirm = async () => {
    try {
      await remove.mutateAsync(person.id);
      toast.success('Success', `${name} was removed.`);
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to remove the person'));
    }
    onClose();
  };
  return (
    <AlertDialog
      title="Remove person"
      text={`Are you sure you want to remove ${name}? They are signed out on all their devices at once. This action cannot be undone.`}
      action="Remove"
      isPending={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
