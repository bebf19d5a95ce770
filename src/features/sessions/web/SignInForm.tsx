import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { AccountLink } from './AccountLink.tsx';
import { EXPIRED_PATH } from './queries.ts';
import { useSignIn } from './sign-in-and-out.ts';

/** Email and password. When they are wrong both stay, and the password can be typed again. */
export function SignInForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const [failure, setFailure] = useState<string>();
  const passwordInput = useRef<HTMLInputElement>(null);
  const { form, show } = useFirstError();
  const [, navigate] = useLocation();
  const signIn = useSignIn();

  const send = async () => {
    try {
      await signIn.mutateAsync({ email, password });
      toast.success('Welcome back!', 'You have been logged in successfully.');
    } catch (error) {
      if (error instanceof ApiError && error.subscriptionExpired) return navigate(EXPIRED_PATH);
      const sentence = failureOf(error);
      setFailure(sentence);
      toast.error('Login failed', sentence);
      passwordInput.current?.focus();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    show();
    if (email.trim() !== '' && password !== '' && !signIn.isPending) void send();
  };

  return (
    <form ref={form} noValidate aria-label="Sign In" onSubmit={submit} className="grid gap-7.5">
      {failure ? (
        <p className="flex gap-3 rounded-control bg-danger-tint px-4 py-3 font-semibold text-danger-deep">
          <Icon of={warning} className="mt-0.5 text-[1.3rem]" />
          {failure}
        </p>
      ) : null}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        size="sign-in"
        isRequired
        value={email}
        onChange={setEmail}
        error={isSubmitted && email.trim() === '' ? 'Please enter your email.' : undefined}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        size="sign-in"
        isRequired
        value={password}
        onChange={setPassword}
        error={isSubmitted && password === '' ? 'Please enter your password.' : undefined}
        inputRef={passwordInput}
      />
      <div className="-mt-5 -mr-3 -mb-3 justify-self-end">
        <AccountLink href="/forgot-password">Forgot password?</AccountLink>
      </div>
      <Button type="submit" size="large" isPending={signIn.isPending}>
        Sign In
      </Button>
      <div className="-mt-2 justify-self-center">
        <AccountLink href="/pair">Set up this tablet with a code</AccountLink>
      </div>
    </form>
  );
}

/** The server's sentence; a failure of the server or the line is not the fault of what was typed. */
function failureOf(error: unknown): string {
  const isAnswer = error instanceof ApiError && error.status < 500;
  return sentenceOf(error, isAnswer ? 'Invalid credentials' : 'An error occurred during login.');
}
