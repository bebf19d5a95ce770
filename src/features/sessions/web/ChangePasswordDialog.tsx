import { useState } from 'react';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { FormDialog } from '#kit/web/ui/FormDialog.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useChangePassword } from './sign-in-and-out.ts';

const SHORTEST = 8;

interface Errors {
  currentPassword?: string;
  password?: string;
}

/** A new password for the person signed in; the current one is asked. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const [currentPassword, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const { form, show } = useFirstError();
  const change = useChangePassword();

  const send = async () => {
    try {
      await change.mutateAsync({ currentPassword, password });
      toast.success('Success', 'Your password has been changed.');
      onClose();
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to change the password'));
      if (error instanceof ApiError) setErrors(error.fields);
      show();
    }
  };
  const submit = () => {
    const wrong = errorsOf(currentPassword, password);
    setErrors(wrong);
    show();
    if (Object.keys(wrong).length === 0) void send();
  };

  return (
    <FormDialog
      title="Change password"
      action="Change password"
      isPending={change.isPending}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        isRequired
        value={currentPassword}
        onChange={setCurrent}
        error={errors.currentPassword}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        description={`At least ${SHORTEST} characters. Your other devices are signed out.`}
        isRequired
        value={password}
        onChange={setPassword}
        error={errors.password}
      />
    </FormDialog>
  );
}

function errorsOf(currentPassword: string, password: string): Errors {
  return {
    ...(currentPassword === '' ? { currentPassword: 'Please enter your password.' } : {}),
    ...(password.length < SHORTEST
      ? { password: `Password must be at least ${SHORTEST} characters long` }
      : {}),
  };
}
