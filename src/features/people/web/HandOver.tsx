import type { User } from '#features/sessions/contract.ts';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { useChangePerson } from './queries.ts';

/**
 * Asks for confirmation, then makes another administrator the super admin instead of the caller.
 */
export function HandOver({ person, onClose }: { person: User; onClose: () => void }) {
  const change = useChangePerson();
  const readCurrentUser = useReadCurrentUser();
  const name = fullName(person);
  return (
    <ConfirmDialog
      title="Make super admin"
      text={`${name} will manage invitations, administrators and the subscription in your place, and you will be an admin. Only ${person.firstName} can hand the role back.`}
      action="Make super admin"
      call={() => change.mutateAsync({ params: { id: person.id }, body: { role: 'super_admin' } })}
      success={`${name} is the super admin now.`}
      failure="Failed to change the role"
      onDone={readCurrentUser}
      onClose={onClose}
    />
  );
}
