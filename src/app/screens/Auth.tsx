import { useState } from 'react';
import { useLocation } from 'wouter';
import { CreateAccountForm } from '#features/accounts/web/CreateAccountForm.tsx';
import { NO_CARD_NEEDED, NOT_READY } from '#features/accounts/web/card-entry.ts';
import { useAccountOptions, useRegister } from '#features/accounts/web/queries.ts';
import { isField } from '#features/accounts/web/registration-checks.ts';
import type { SendRegistration } from '#features/accounts/web/use-registration-form.ts';
import { useBecomeUser } from '#features/sessions/web/queries.ts';
import { SignInForm } from '#features/sessions/web/SignInForm.tsx';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Tabs } from '#kit/web/ui/Tabs.tsx';
import { AccountFrame } from './account/AccountFrame.tsx';

/** Where a household comes in: sign in, or create an account. */
export function AuthScreen() {
  const [tab, setTab] = useState<'sign-in' | 'create'>('sign-in');
  const options = useAccountOptions().data;
  const signIn = <SignInForm />;
  const isWide = tab === 'create';
  return (
    <AccountFrame
      title={isWide ? 'Create Account' : 'Welcome to Grand App'}
      line="Photos, calls and medications on one simple screen."
      isWide={isWide}
    >
      {options?.registrationOpen ? (
        <Tabs
          label="Sign in or create an account"
          selected={tab}
          onChange={setTab}
          listClassName={`text-field mx-auto mb-7 ${isWide ? 'max-w-115' : 'broad:mb-9'}`}
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
    </AccountFrame>
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
