import envelope from '@phosphor-icons/core/assets/duotone/envelope-simple-open-duotone.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { SessionRefusal } from '#features/sessions/refusals.ts';
import { AccountLink } from '#features/sessions/web/AccountLink.tsx';
import { NewPasswordForm } from '#features/sessions/web/NewPasswordForm.tsx';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import {
  useReleaseEmail,
  useResetLink,
  useResetPassword,
} from '#features/sessions/web/sign-in-and-out.ts';
import { refusedWith, sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';
import { TouchLink } from '#platform/web/ui/TouchButton.tsx';
import { AccountFrame } from './AccountFrame.tsx';

const DEAD_LINK = 'This link is invalid or has expired.';

/** The page of a reset link. */
export function ResetPasswordScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [refusal, setRefusal] = useState(token === '' ? DEAD_LINK : undefined);
  const reset = useResetPassword();
  const readCurrentUser = useReadCurrentUser();
  const [, navigate] = useLocation();
  const link = useResetLink(token);
  const release = useReleaseEmail();
  const changed = () => {
    navigate('/auth', { replace: true });
    // Read again, because a reset ends all sessions of the person, possibly including the one in
    // this browser.
    readCurrentUser();
  };
  const refused = (error: unknown) => {
    const isDead = refusedWith<SessionRefusal>(error, 'invalid-reset-link');
    if (isDead) setRefusal(error.sentence ?? DEAD_LINK);
  };
  if (release.isSuccess) return <EmailReleased />;
  return (
    <AccountFrame
      title="Choose a new password"
      line="Your other devices are signed out when it is changed."
      heading="New password"
    >
      {refusal ? (
        <p
          role="alert"
          className="flex gap-3 rounded-control bg-danger-tint px-4 py-3 font-semibold text-danger-deep"
        >
          <Icon of={warning} className="mt-0.5 text-[1.3rem]" />
          {refusal}
        </p>
      ) : (
        <NewPasswordForm
          label="New password"
          submit="Change password"
          submitPending="Changing password..."
          send={(password) => reset.mutateAsync({ body: { token, password } })}
          success={{ title: 'Password changed', text: 'Please sign in with your new password.' }}
          failure="The password could not be changed."
          onDone={changed}
          onRefused={refused}
        />
      )}
      {link.data?.canReleaseEmail && !refusal ? (
        <ReleaseEmail
          isPending={release.isPending}
          error={release.error}
          onPress={() => release.mutate({ params: { token } })}
        />
      ) : null}
      <p className="mt-4 text-center">
        {refusal ? (
          <AccountLink href="/forgot-password">Ask for a new link</AccountLink>
        ) : (
          <AccountLink href="/auth">Back to sign-in</AccountLink>
        )}
      </p>
    </AccountFrame>
  );
}

interface ReleaseEmailProps {
  isPending: boolean;
  error: Error | null;
  onPress: () => void;
}

/**
 * For the owner of an email address that another household has entered for an elder: removes the
 * address there.
 */
function ReleaseEmail({ isPending, error, onPress }: ReleaseEmailProps) {
  return (
    <section
      aria-labelledby="not-my-household"
      className="mt-6 grid justify-items-start gap-3 border-line border-t pt-5"
    >
      <h2 id="not-my-household" className="font-bold text-lg">
        You do not know this household?
      </h2>
      <p>
        This email is the sign-in of an older person in a household on this server. If you do not
        know that household, take your email back. Nobody can sign in there with it then, and you
        can use it for an account of your own.
      </p>
      <Button variant="outline" isPending={isPending} onPress={onPress}>
        Take my email back
      </Button>
      {error ? (
        <p role="alert" className="font-semibold text-danger-deep">
          {sentenceOf(error, 'The server could not be reached. Please try again.')}
        </p>
      ) : null}
    </section>
  );
}

function EmailReleased() {
  return (
    <MessageCard
      icon={envelope}
      title="Your email is free again"
      text="You can now create an account or accept an invitation with it."
    >
      <TouchLink href="/auth">Go to sign-in</TouchLink>
    </MessageCard>
  );
}
