import { type FormEvent, useState } from 'react';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useForgotPassword } from './sign-in-and-out.ts';

/** Asks for a link for a new password. The answer is the same for every email. */
export function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const { form, show } = useFirstError();
  const forgot = useForgotPassword();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = /^\S+@\S+\.\S+$/.test(email.trim())
      ? undefined
      : 'Please enter a valid email address.';
    setError(wrong);
    show();
    if (wrong || forgot.isPending) return;
    try {
      await forgot.mutateAsync({ email: email.trim() });
      onSent();
    } catch (failure) {
      toast.error('Error', sentenceOf(failure, 'The link could not be sent. Please try again.'));
    }
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Forgot password"
      onSubmit={(event) => void submit(event)}
      className="grid gap-7.5"
    >
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        size="sign-in"
        isRequired
        value={email}
        onChange={setEmail}
        error={error}
      />
      <Button type="submit" size="large" isPending={forgot.isPending}>
        Send link
      </Button>
    </form>
  );
}
