import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { MIN_PASSWORD_LENGTH, TOO_SHORT } from '../limits.ts';
import { useChangePassword, useConfirmPassword } from './sign-in-and-out.ts';

/** Changes the password of the signed-in person; requires the current one. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword();
  const form = useForm({
    fieldsOf: () => ({ currentPassword: '', password: '' }),
    check: ({ currentPassword, password }) => ({
      ...(currentPassword === '' ? { currentPassword: 'Please enter your password.' } : {}),
      ...(password.length < MIN_PASSWORD_LENGTH ? { password: TOO_SHORT } : {}),
    }),
    send: (body) => change.mutateAsync({ body }),
    success: 'Your password has been changed.',
    failure: 'Failed to change the password',
    onDone: onClose,
    isFleeting: true,
  });
  return (
    <FormDialog title="Change password" action="Change password" form={form} onClose={onClose}>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        isRequired
        {...form.field('currentPassword')}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        description={`At least ${MIN_PASSWORD_LENGTH} characters. Your other devices are signed out.`}
        isRequired
        {...form.field('password')}
      />
    </FormDialog>
  );
}

interface ConfirmPasswordDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

export function ConfirmPasswordDialog({ onConfirmed, onClose }: ConfirmPasswordDialogProps) {
  const confirm = useConfirmPassword();
  const form = useForm({
    fieldsOf: () => ({ password: '' }),
    check: ({ password }) => (password === '' ? { password: 'Please enter your password.' } : {}),
    send: (body) => confirm.mutateAsync({ body }),
    failure: 'Your password could not be checked. Please try again.',
    onDone: onConfirmed,
    isFleeting: true,
  });
  return (
    <FormDialog title="Confirm it is you" action="Continue" form={form} onClose={onClose}>
      <p>This change needs your password. You will not be asked again for the next 15 minutes.</p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        autoFocus
        isRequired
        {...form.field('password')}
      />
    </FormDialog>
  );
}
