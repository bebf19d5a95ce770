import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import type { User } from '../contract.ts';
import { AccountLink } from './AccountLink.tsx';
import { EXPIRED_PATH, isExpired } from './queries.ts';
import { useSignIn } from './sign-in-and-out.ts';

/** Email and password. After a failure both are kept, and the password gets the focus. */
export function SignInForm({ onSignedIn }: { onSignedIn?: (user: User) => void }) {
  const passwordInput = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();
  const signIn = useSignIn();
  const form = useForm({
    fieldsOf: () => ({ email: '', password: '' }),
    check: ({ email, password }) => ({
      ...(email.trim() === '' ? { email: 'Please enter your email.' } : {}),
      ...(password === '' ? { password: 'Please enter your password.' } : {}),
    }),
    send: async (fields) => {
      const user = await signIn.mutateAsync({ body: fields });
      onSignedIn?.(user);
    },
    success: { title: 'Welcome back!', text: 'You have been logged in successfully.' },
    failure: (error) =>
      isExpired(error) ? undefined : { title: 'Login failed', text: failureOf(error) },
    onRefused: (error) =>
      isExpired(error) ? navigate(EXPIRED_PATH) : passwordInput.current?.focus(),
    isFleeting: true,
  });
  return (
    <form {...form.props} aria-label="Sign In" className="grid gap-7.5">
      {form.refusal ? (
        <p className="flex gap-3 rounded-control bg-danger-tint px-4 py-3 font-semibold text-danger-deep">
          <Icon of={warning} className="mt-0.5 text-[1.3rem]" />
          {form.refusal}
        </p>
      ) : null}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        size="sign-in"
        isRequired
        {...form.field('email')}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        size="sign-in"
        isRequired
        {...form.field('password')}
        inputRef={passwordInput}
      />
      <div className="-mt-5 -mr-3 -mb-3 justify-self-end">
        <AccountLink href="/forgot-password">Forgot password?</AccountLink>
      </div>
      <Button type="submit" size="large" isPending={form.isPending}>
        Sign In
      </Button>
      <div className="-mt-2 justify-self-center">
        <AccountLink href="/pair">Set up this tablet with a code</AccountLink>
      </div>
    </form>
  );
}

/**
 * Returns the server's message; a failure of the server or the connection is not blamed on the
 * typed values.
 */
function failureOf(error: unknown): string {
  const isAnswer = error instanceof ApiError && error.status < 500;
  return sentenceOf(error, isAnswer ? 'Invalid credentials' : 'An error occurred during login.');
}
