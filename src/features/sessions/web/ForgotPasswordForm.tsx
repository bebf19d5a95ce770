import { looksLikeEmail } from '#platform/shared/email-address.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { useForgotPassword } from './sign-in-and-out.ts';

/** Requests a link for a new password. The response is equal for every email. */
export function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const forgot = useForgotPassword();
  const form = useForm({
    fieldsOf: () => ({ email: '' }),
    check: ({ email }) =>
      looksLikeEmail(email) ? {} : { email: 'Please enter a valid email address.' },
    send: ({ email }) => forgot.mutateAsync({ body: { email: email.trim() } }),
    failure: 'The link could not be sent. Please try again.',
    onDone: onSent,
    isFleeting: true,
  });
  return (
    <form {...form.props} aria-label="Forgot password" className="grid gap-7.5">
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        size="sign-in"
        isRequired
        {...form.field('email')}
      />
      <Button type="submit" size="large" isPending={form.isPending}>
        Send link
      </Button>
    </form>
  );
}
