import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { SessionRefusal } from '#features/sessions/refusals.ts';
import { AccountLink } from '#features/sessions/web/AccountLink.tsx';
import { NewPasswordForm } from '#features/sessions/web/NewPasswordForm.tsx';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { useResetPassword } from '#features/sessions/web/sign-in-and-out.ts';
import { refusedWith } from '#kit/web/api.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { AccountFrame } from './AccountFrame.tsx';

const DEAD_LINK = 'This link is invalid or has expired.';

/** Where the link of the email leads: a new password. */
export function ResetPasswordScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [refusal, setRefusal] = useState(token === '' ? DEAD_LINK : undefined);
  const reset = useResetPassword();
  const readCurrentUser = useReadCurrentUser();
  const [, navigate] = useLocation();
  const changed = () => {
    navigate('/auth', { replace: true });
    // All sessions of that person have ended, maybe also one in this browser.
    readCurrentUser();
  };
  const refused = (error: unknown) => {
    const isDead = refusedWith<SessionRefusal>(error, 'invalid-reset-link');
    if (isDead) setRefusal(error.sentence ?? DEAD_LINK);
  };
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
