import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import { useState } from 'react';
import { AccountLink } from '#features/sessions/web/AccountLink.tsx';
import { ForgotPasswordForm } from '#features/sessions/web/ForgotPasswordForm.tsx';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { AccountFrame } from './AccountFrame.tsx';

/** Asks for a link for a new password. */
export function ForgotPasswordScreen() {
  const [isSent, setSent] = useState(false);
  return (
    <AccountFrame title="Forgot your password?" line="We send you a link to choose a new one.">
      <h2 className="mb-5 font-bold text-[1.6rem] leading-tight tablet:text-title">
        Reset password
      </h2>
      <div role="status">
        {isSent ? (
          <div className="flex gap-4 rounded-box bg-listen-tint px-5 py-4.5 text-listen-deep">
            <Icon of={check} className="mt-0.5 text-[1.6rem]" />
            <div className="grid gap-1.5">
              <p className="font-semibold">
                If this email has an account here, a link is on its way.
              </p>
              <p>It works for one hour and once. Please look in the spam folder too.</p>
            </div>
          </div>
        ) : null}
      </div>
      {isSent ? null : <ForgotPasswordForm onSent={() => setSent(true)} />}
      <p className="mt-4 text-center">
        <AccountLink href="/auth">Back to sign-in</AccountLink>
      </p>
    </AccountFrame>
  );
}
