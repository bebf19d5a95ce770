import type { User } from '#features/sessions/contract.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { ConfirmDialog } from '#kit/web/forms/ConfirmDialog.tsx';
import { useRemovePerson } from './queries.ts';

/** Asks, then removes. Their devices are signed out with it. */
export function RemovePerson({ person, onClose }: { person: User; onClose: () => void }) {
  const remove = useRemovePerson();
  const name = fullName(person);
  return (
    <ConfirmDialog
      title="Remove person"
      text={`Are you sure you want to remove ${name}? They are signed out on all their devices at once. This action cannot be undone.`}
      action="Remove"
      call={() => remove.mutateAsync({ params: { id: person.id } })}
      success={`${name} was removed.`}
      failure="Failed to remove the person"
      onClose={onClose}
    />
  );
}
