import type { User } from '#features/sessions/contract.ts';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import { OwnPasswordField } from '#kit/web/ui/OwnPasswordField.tsx';
import { useOwnPassword } from '#kit/web/use-own-password.ts';
import { nameOf } from './people-messages.ts';
import { useChangePerson } from './queries.ts';

/** Asks, then makes another administrator the super admin in place of the one who asks. */
export function HandOver({ person, onClose }: { person: User; onClose: () => void }) {
  const change = useChangePerson();
  const readCurrentUser = useReadCurrentUser();
  const name = nameOf(person);
  const own = useOwnPassword('currentPassword');
  const confirm = async () => {
    if (own.isMissing()) return;
    const currentPassword = own.value;
    try {
      await change.mutateAsync({ id: person.id, role: 'super_admin', currentPassword });
      toast.success('Success', `${name} is the super admin now.`);
      readCurrentUser();
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to change the role'));
      if (own.isRefused(error)) return;
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
    >
      <OwnPasswordField
        reason="Asked again so that nobody else can do this at your screen."
        field={own.field}
      />
    </AlertDialog>
  );
}
