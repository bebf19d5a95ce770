import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';

interface JoinFormProps {
  email: string;
  send: (password: string) => Promise<unknown>;
  onDone: () => void;
}

/** The password form for an invited person with an account. */
export function JoinForm({ email, send, onDone }: JoinFormProps) {
  const form = useForm({
    fieldsOf: () => ({ password: '' }),
    check: ({ password }) => (password === '' ? { password: 'Please enter your password.' } : {}),
    send: ({ password }) => send(password),
    failure: 'You could not join this household.',
    onDone,
    isFleeting: true,
  });
  return (
    <form {...form.props} aria-label="Join this household" className="grid gap-5.5">
      <p>You already have an account: enter your password to join.</p>
      <TextField
        label="Email"
        size="sign-in"
        autoComplete="username"
        isReadOnly
        value={email}
        onChange={() => undefined}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        size="sign-in"
        isRequired
        {...form.field('password')}
      />
      <Button type="submit" size="large" isPending={form.isPending}>
        Join this household
      </Button>
    </form>
  );
}
