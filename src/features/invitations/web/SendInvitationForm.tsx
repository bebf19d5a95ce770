import { useForm } from '#platform/web/forms/use-form.ts';
import { toast } from '#platform/web/toasts.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { EMPTY, missingIn } from './invitation-form.ts';
import { type SentInvitation, useSendInvitation } from './queries.ts';

interface SendInvitationFormProps {
  onSent: (answer: SentInvitation) => void;
  onCancel: () => void;
}

const NAME = { isRequired: true, autoComplete: 'off' };

/** Email and name of the future administrator. The form keeps its values after an error. */
export function SendInvitationForm({ onSent, onCancel }: SendInvitationFormProps) {
  const invite = useSendInvitation();
  const form = useForm({
    fieldsOf: () => EMPTY,
    check: missingIn,
    send: (body) => invite.mutateAsync({ body }),
    failure: 'Failed to send invitation',
    onWrong: () => toast.error('Error', 'Please fill in all fields'),
    onDone: onSent,
  });
  return (
    <form
      {...form.props}
      aria-label="Send Invitation"
      className="my-4 grid gap-4 rounded-box bg-ground p-5"
    >
      <div className="grid items-start gap-4 tablet:grid-cols-[5fr_4fr_4fr]">
        <TextField label="Email" type="email" {...NAME} {...form.field('email')} />
        <TextField label="First name" {...NAME} {...form.field('firstName')} />
        <TextField label="Last name" {...NAME} {...form.field('lastName')} />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onPress={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isPending={form.isPending}>
          Send Invitation
        </Button>
      </div>
    </form>
  );
}
