import { type FormEvent, useState } from 'react';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { OwnPasswordField } from '#kit/web/ui/OwnPasswordField.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useOwnPassword } from '#kit/web/use-own-password.ts';
import {
  EMPTY,
  type InvitationErrors,
  type InvitationFields,
  missingIn,
} from './invitation-form.ts';
import { type SentInvitation, useSendInvitation } from './queries.ts';

interface SendInvitationFormProps {
  onSent: (answer: SentInvitation) => void;
  onCancel: () => void;
}

/** Email and name of who becomes an administrator. What was typed stays when something is wrong. */
export function SendInvitationForm({ onSent, onCancel }: SendInvitationFormProps) {
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState<InvitationErrors>({});
  const { form, show } = useFirstError();
  const own = useOwnPassword();
  const invite = useSendInvitation();

  const send = async () => {
    try {
      onSent(await invite.mutateAsync({ ...fields, password: own.value }));
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to send invitation'));
      if (error instanceof ApiError) setErrors(error.fields);
      own.isRefused(error);
      show();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = missingIn(fields);
    setErrors(missing);
    const isMissing = own.isMissing();
    show();
    if (isMissing || Object.keys(missing).length > 0)
      toast.error('Error', 'Please fill in all fields');
    else if (!invite.isPending) void send();
  };
  const field = (name: keyof InvitationFields) => ({
    isRequired: true,
    autoComplete: 'off',
    value: fields[name],
    error: errors[name],
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  });

  return (
    <form
      ref={form}
      noValidate
      aria-label="Send Invitation"
      onSubmit={submit}
      className="my-4 grid gap-4 rounded-box bg-ground p-5"
    >
      <div className="grid items-start gap-4 tablet:grid-cols-[5fr_4fr_4fr]">
        <TextField label="Email" type="email" {...field('email')} />
        <TextField label="First name" {...field('firstName')} />
        <TextField label="Last name" {...field('lastName')} />
      </div>
      <OwnPasswordField
        reason="An administrator sees and changes almost everything, so it is asked again."
        field={own.field}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onPress={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isPending={invite.isPending}>
          Send Invitation
        </Button>
      </div>
    </form>
  );
}
