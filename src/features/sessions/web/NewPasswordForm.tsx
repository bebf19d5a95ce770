import { type FormEvent, type ReactNode, useState } from 'react';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { errorsInPassword, type PasswordErrors } from './password-checks.ts';

interface NewPasswordFormProps {
  /** What the form is called. */
  label: string;
  /** The fields above the passwords. */
  children?: ReactNode;
  submit: string;
  submitPending: string;
  isPending: boolean;
  /** Sends the password; the answer is what the server found wrong with it, by field. */
  onSend: (password: string) => Promise<Record<string, string>>;
}

/** A new password, typed twice. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<PasswordErrors>({});
  const { form, show } = useFirstError();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (props.isPending) return;
    let wrong = errorsInPassword({ password, confirmation });
    const sentence = wrong.confirmation ?? wrong.password;
    if (sentence) toast.error('Error', sentence);
    else wrong = await props.onSend(password);
    setErrors(wrong);
    show();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={props.label}
      onSubmit={(event) => void submit(event)}
      className="grid gap-5.5"
    >
      {props.children}
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        size="sign-in"
        isRequired
        placeholder="Create a password (min 8 characters)"
        value={password}
        onChange={setPassword}
        error={errors.password}
      />
      <TextField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        size="sign-in"
        isRequired
        placeholder="Confirm your password"
        value={confirmation}
        onChange={setConfirmation}
        error={errors.confirmation}
      />
      <Button type="submit" size="large" isPending={props.isPending}>
        {props.isPending ? props.submitPending : props.submit}
      </Button>
    </form>
  );
}
