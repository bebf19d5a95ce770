import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import { useState } from 'react';
import { useAccountOptions } from '#features/accounts/web/queries.ts';
import { AccountLink } from '#features/sessions/web/AccountLink.tsx';
import { ForgotPasswordForm } from '#features/sessions/web/ForgotPasswordForm.tsx';
import { FullPageLoading } from '#platform/web/ui/FullPageLoading.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { AccountFrame } from './AccountFrame.tsx';

export function ForgotPasswordScreen() {
  const [isSent, setSent] = useState(false);
  const options = useAccountOptions();
  if (options.isPending) return <FullPageLoading />;
  // The form is also shown if the options could not be loaded; it then reports whether an email was
  // sent.
  if (options.data?.sendsMail === false) return <NoMail />;
  return (
    <AccountFrame
      title="Forgot your password?"
      line="We send you a link to choose a new one."
      heading="Reset password"
    >
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

/** Explains who can help if the server has no mail server, so that no link can be sent. */
function NoMail() {
  return (
    <AccountFrame
      title="Forgot your password?"
      line="This server cannot send you a link by email."
      heading="Reset password"
    >
      <div className="grid gap-3 rounded-box bg-late-tint px-5 py-4.5 text-late">
        <p className="font-semibold">This server cannot send mail, so no link can come to you.</p>
        <p>
          Whoever runs this server can make a link for a new password for you, with the command{' '}
          <code className="font-semibold">grand reset-password</code> and your email. Ask that
          person, and open the link that you are given.
        </p>
      </div>
      <p className="mt-4 text-center">
        <AccountLink href="/auth">Back to sign-in</AccountLink>
      </p>
    </AccountFrame>
  );
}
