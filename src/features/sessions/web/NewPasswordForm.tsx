import type { ReactNode } from 'react';
import type { Outcome } from '#platform/web/forms/attempt.ts';
import { showFirstError, useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { MIN_PASSWORD_LENGTH } from '../limits.ts';
import { errorsInPassword } from './password-checks.ts';

interface NewPasswordFormProps<Answer> extends Outcome<Answer> {
  /** The accessible name of the form. */
  label: string;
  /** The fields above the passwords. */
  children?: ReactNode;
  submit: string;
  submitPending: string;
  send: (password: string) => Promise<Answer>;
}

/** A new password, typed twice. */
export function NewPasswordForm<Answer>(props: NewPasswordFormProps<Answer>) {
  const { label, children, submit, submitPending, send, ...outcome } = props;
  const form = useForm({
    ...outcome,
    fieldsOf: () => ({ password: '', confirmation: '' }),
    check: errorsInPassword,
    send: ({ password }) => send(password),
    onWrong: showFirstError,
    isFleeting: true,
  });
  return (
    <form {...form.props} aria-label={label} className="grid gap-5.5">
      {children}
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        size="sign-in"
        isRequired
        placeholder={`Create a password (min ${MIN_PASSWORD_LENGTH} characters)`}
        {...form.field('password')}
      />
      <TextField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        size="sign-in"
        isRequired
        placeholder="Confirm your password"
        {...form.field('confirmation')}
      />
      <Button type="submit" size="large" isPending={form.isPending}>
        {form.isPending ? submitPending : submit}
      </Button>
    </form>
  );
}
