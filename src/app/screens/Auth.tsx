import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Registration } from '#features/accounts/contract.ts';
import { CreateAccountForm } from '#features/accounts/web/CreateAccountForm.tsx';
import type { CardEntry } from '#features/accounts/web/card-entry.ts';
import { useAccountOptions, useRegister } from '#features/accounts/web/queries.ts';
import type { User } from '#features/sessions/contract.ts';
import { startVerifiedSession } from '#features/sessions/web/keep-session.ts';
import { SignInForm } from '#features/sessions/web/SignInForm.tsx';
import { useBecomeUser } from '#features/sessions/web/sign-in-and-out.ts';
import { useErrorsEndWith } from '#platform/web/toasts.ts';
import { Tabs } from '#platform/web/ui/Tabs.tsx';
import { AccountFrame } from './account/AccountFrame.tsx';
import { WithCard } from './account/WithCard.tsx';

type Tab = 'sign-in' | 'create';

export function AuthScreen() {
  const [tab, setTab] = useState<Tab>('sign-in');
  useErrorsEndWith(tab);
  const options = useAccountOptions();
  const isWide = tab === 'create';
  return (
    <AccountFrame
      title={isWide ? 'Create Account' : 'Welcome to Grand App'}
      line="Photos, calls and medications on one simple screen."
      isWide={isWide}
    >
      {/* The form is shown only after the options are loaded, because remounting the form in
          another place later would lose the input. */}
      {options.isPending ? (
        <p role="status" className="after-a-moment text-center">
          Loading...
        </p>
      ) : (
        <WaysIn options={options.data} tab={tab} onChange={setTab} />
      )}
    </AccountFrame>
  );
}

interface WaysInProps {
  /**
   * Sign-in and registration options of the server; undefined if they could not be loaded, which
   * does not prevent signing in.
   */
  options: ReturnType<typeof useAccountOptions>['data'];
  tab: Tab;
  onChange: (tab: Tab) => void;
}

function WaysIn({ options, tab, onChange }: WaysInProps) {
  const [path, navigate] = useLocation();
  // After signing in at `/` the landing page opens; on any other path the requested page is shown.
  const land = (user: User) => {
    // The landing page of administrators depends on the number of their households, which /auth
    // checks.
    if (path === '/') navigate(user.role === 'user' ? '/' : '/auth', { replace: true });
  };
  const signIn = <SignInForm onSignedIn={land} />;
  if (!options?.registrationOpen) return signIn;
  return (
    <Tabs
      label="Sign in or create an account"
      selected={tab}
      onChange={onChange}
      listClassName={`text-field mx-auto mb-7 ${tab === 'create' ? 'max-w-115' : 'broad:mb-9'}`}
      tabs={[
        { id: 'sign-in', label: 'Sign In', content: signIn },
        {
          id: 'create',
          label: 'Create Account',
          content: (
            <WithCard billing={options.billing}>
              {(card, onRefused) => <CreateAccount card={card} onRefused={onRefused} />}
            </WithCard>
          ),
        },
      ]}
    />
  );
}

interface CreateAccountProps {
  card: CardEntry;
  onRefused: (error: unknown) => void;
}

/** Registers a household, then opens the panel of the new household, or the home screen. */
function CreateAccount({ card, onRefused }: CreateAccountProps) {
  const register = useRegister();
  const become = useBecomeUser();
  const [, navigate] = useLocation();
  const send = async (registration: Registration) => {
    const { isFirstTime, user } = await startVerifiedSession(() =>
      register.mutateAsync(registration),
    );
    navigate(isFirstTime ? '/admin' : '/');
    become(user);
  };
  return <CreateAccountForm card={card} onSend={send} onRefused={onRefused} />;
}
