import { useState } from 'react';
import { useLocation } from 'wouter';
import { CreateAccountForm } from '#features/accounts/web/CreateAccountForm.tsx';
import { NO_CARD_NEEDED, NOT_READY } from '#features/accounts/web/card-entry.ts';
import { useAccountOptions, useRegister } from '#features/accounts/web/queries.ts';
import { isField } from '#features/accounts/web/registration-checks.ts';
import type { SendRegistration } from '#features/accounts/web/use-registration-form.ts';
import { useBecomeUser } from '#features/sessions/web/queries.ts';
import { SignInForm } from '#features/sessions/web/SignInForm.tsx';
import { WelcomePicture } from '#features/sessions/web/WelcomePicture.tsx';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { Toasts, toast } from '#kit/web/toasts.tsx';
import { Logo } from '#kit/web/ui/Logo.tsx';
import { Tabs } from '#kit/web/ui/Tabs.tsx';

/** Where a household comes in: sign in, or create an account. */
export function AuthScreen() {
  const [tab, setTab] = useState<'sign-in' | 'create'>('sign-in');
  const options = useAccountOptions().data;
  const isWide = tab === 'create';
  const signIn = <SignInForm />;
  return (
    <div className={`min-h-dvh ${isWide ? '' : 'broad:grid broad:grid-cols-[49%_1fr]'}`}>
      {isWide ? <SmallHeader /> : <Welcome />}
      <main
        className={
          isWide
            ? 'mx-auto max-w-222 px-4 pb-16'
            : 'mx-auto w-full max-w-133 self-center px-4 py-7 pb-16'
        }
      >
        {options?.registrationOpen ? (
          <Tabs
            label="Sign in or create an account"
            selected={tab}
            onChange={setTab}
            listClassName={`text-field mx-auto mb-7 ${isWide ? 'max-w-115' : 'broad:mb-11'}`}
            tabs={[
              { id: 'sign-in', label: 'Sign In', content: signIn },
              {
                id: 'create',
                label: 'Create Account',
                content: <CreateAccount isBuiltIn={options.billing === 'built-in'} />,
              },
            ]}
          />
        ) : (
          signIn
        )}
      </main>
      <Toasts look="admin" />
    </div>
  );
}

function Welcome() {
  return (
    <header className="sky-welcome relative isolate h-87.5 overflow-hidden px-5 pt-5 short:h-auto short:pb-24 broad:h-auto broad:px-13 broad:pt-12">
      <WelcomePicture />
      <div className="relative">
        <Brand />
        <h1 className="mt-3 max-w-60 font-heavy text-[2rem] leading-[1.05] tracking-tight broad:mt-11 broad:max-w-90 broad:text-[3.625rem]">
          Welcome to Grand App
        </h1>
        <p className="mt-2 max-w-70 broad:mt-4 broad:max-w-105 broad:text-[1.4375rem]">
          Photos, calls and medications on one simple screen.
        </p>
      </div>
    </header>
  );
}

function SmallHeader() {
  return (
    <header className="flex justify-center pt-7 pb-6">
      <Brand />
      <h1 className="sr-only">Create Account</h1>
    </header>
  );
}

function Brand() {
  return (
    <p className="flex items-center gap-5 font-bold text-section broad:text-[1.75rem]">
      <Logo className="h-10.5 broad:h-14.5" />
      Grand App
    </p>
  );
}

/** Sends the form and leads on: to the admin panel when the household is new, else home. */
function CreateAccount({ isBuiltIn }: { isBuiltIn: boolean }) {
  const register = useRegister();
  const become = useBecomeUser();
  const [, navigate] = useLocation();
  const send: SendRegistration = async (registration) => {
    try {
      const { isFirstTime, user } = await register.mutateAsync(registration);
      toast.success('Account created!', 'Welcome to Grand App! Your subscription is now active.');
      navigate(isFirstTime ? '/admin' : '/');
      become(user);
      return {};
    } catch (error) {
      toast.error(
        'Registration failed',
        sentenceOf(error, 'An error occurred during registration.'),
      );
      const fields = error instanceof ApiError ? error.fields : {};
      return Object.fromEntries(Object.entries(fields).filter(([name]) => isField(name)));
    }
  };
  return (
    <CreateAccountForm
      card={isBuiltIn ? NO_CARD_NEEDED : NOT_READY}
      isPending={register.isPending}
      onSend={send}
    />
  );
}
