import type { User } from '#features/sessions/contract.ts';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import { nameOf } from './people-words.ts';
import { useChangePerson } from './queries.ts';

/** Asks, then makes another administrator the super admin in place of the one who asks. */
export function HandOver({ person, onClose }: { person: User; onClose: () => void }) {
  const change = useChangePerson();
  const readCurrentUser = useReadCurrentUser();
  const name = nameOf(person);
  const confirm = async () => {
    try {
      await change.mutateAsync({ id: person.id, role: 'super_admin' });
      toast.success('Success', `${name} is the super admin now.`);
      readCurrentUser();
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to change the role'));
    }
    onClose();
  };
  return (
    <AlertDialog
      title="Make super admin"
      text={`${name} will manage invitations, administrators and the subscription in your place, and you will be an admin. Only ${person.firstName} can hand the role back.`}
      action="Make super admin"
      isPending={change.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
