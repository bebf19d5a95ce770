import warning from '@phosphor-icons/core/assets/duotone/envelope-simple-open-duotone.svg?raw';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { enterHousehold } from '#features/households/web/enter-household.ts';
import { JoinForm } from '#features/invitations/web/JoinForm.tsx';
import {
  useAcceptInvitation,
  useInvitation,
  useJoinHousehold,
} from '#features/invitations/web/queries.ts';
import { startVerifiedSession } from '#features/sessions/web/keep-session.ts';
import { NewPasswordForm } from '#features/sessions/web/NewPasswordForm.tsx';
import { useBecomeUser } from '#features/sessions/web/sign-in-and-out.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { toast } from '#platform/web/toasts.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FullPageLoading } from '#platform/web/ui/FullPageLoading.tsx';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { TouchLink } from '#platform/web/ui/TouchButton.tsx';
import { AccountFrame } from './AccountFrame.tsx';

/**
 * Delay before the redirect to the sign-in screen, in milliseconds, so that the message can be
 * read.
 */
const READ_MS = 4000;

/**
 * The page of an invitation link: the invited person chooses a password and becomes an
 * administrator.
 */
export function AdminSignUpScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [, navigate] = useLocation();
  const invitation = useInvitation(token);
  const { error } = invitation;

  useEffect(() => {
    if (token !== '') return;
    toast.error('Invalid invitation', 'No invitation token found');
    navigate('/auth', { replace: true });
  }, [token, navigate]);
  useEffect(() => {
    if (error === null) return;
    toast.error(
      'Invalid invitation',
      sentenceOf(error, 'This invitation is invalid or has expired'),
    );
    const leading = setTimeout(() => navigate('/auth', { replace: true }), READ_MS);
    return () => clearTimeout(leading);
  }, [error, navigate]);

  if (invitation.data) return <Registration token={token} person={invitation.data} />;
  if (invitation.isError) return <InvalidInvitation />;
  return <FullPageLoading />;
}

function InvalidInvitation() {
  return (
    <>
      <MessageCard
        icon={warning}
        tone="late"
        title="Invalid or expired invitation"
        text="Please ask the person who invited you to send the invitation again."
      >
        <TouchLink href="/auth">Go to sign-in</TouchLink>
      </MessageCard>
      <Toasts />
    </>
  );
}

interface RegistrationProps {
  token: string;
  person: { email: string; firstName: string; lastName: string; hasAccount: boolean };
}

function Registration({ token, person }: RegistrationProps) {
  const { email, firstName, lastName } = person;
  const [hasAccount, setHasAccount] = useState(person.hasAccount);
  const accept = useAcceptInvitation();
  const join = useJoinHousehold();
  const become = useBecomeUser();
  const [, navigate] = useLocation();
  return (
    <AccountFrame title={`Welcome, ${fullName(person)}`} {...(hasAccount ? JOINING : REGISTERING)}>
      {hasAccount ? (
        <JoinForm
          email={email}
          send={(password) =>
            startVerifiedSession(() => join.mutateAsync({ body: { token, password } }))
          }
          onDone={() => void enterHousehold('/admin')}
        />
      ) : (
        <NewPasswordForm
          label="Complete Admin Registration"
          submit="Complete Registration"
          submitPending="Creating Account..."
          send={(password) =>
            startVerifiedSession(() => accept.mutateAsync({ body: { token, password } }))
          }
          success="Admin account created successfully! You are now logged in."
          failure="Failed to create admin account"
          onDone={(user) => {
            navigate('/admin');
            become(user);
          }}
        >
          <ReadOnly label="Email" value={email} />
          <div className="grid gap-4.5 phone:grid-cols-2">
            <ReadOnly label="First Name" value={firstName} />
            <ReadOnly label="Last Name" value={lastName} />
          </div>
        </NewPasswordForm>
      )}
      <div className="mt-5 justify-self-center">
        <Button variant="quiet" onPress={() => setHasAccount(!hasAccount)}>
          {hasAccount ? 'I have no account yet' : 'I already have an account'}
        </Button>
      </div>
    </AccountFrame>
  );
}

const JOINING = {
  line: 'You are invited to help in another household.',
  heading: 'Join another household',
};

const REGISTERING = {
  line: 'Create your password to access the admin panel.',
  heading: 'Complete Admin Registration',
};

function ReadOnly({ label, value }: { label: string; value: string }) {
  return (
    <TextField label={label} size="sign-in" isReadOnly value={value} onChange={() => undefined} />
  );
}
