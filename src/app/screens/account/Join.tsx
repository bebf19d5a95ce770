import { useEffect } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { enterHousehold } from '#features/households/web/enter-household.ts';
import { useInvitation, useJoinHousehold } from '#features/invitations/web/queries.ts';
import type { User } from '#features/sessions/contract.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { useAction } from '#platform/web/forms/use-action.ts';
import { toast } from '#platform/web/toasts.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Email } from '#platform/web/ui/Email.tsx';
import { FullPageLoading } from '#platform/web/ui/FullPageLoading.tsx';
import { AccountFrame } from './AccountFrame.tsx';

/**
 * The page of an invitation link for a signed-in person. If the invitation is for that person, they
 * join the household.
 */
export function JoinScreen({ user }: { user: User }) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const invitation = useInvitation(token);
  const join = useJoinHousehold();
  const joining = useAction({
    call: () => join.mutateAsync({ body: { token } }),
    failure: 'You could not join this household.',
    onDone: () => enterHousehold('/admin'),
  });
  if (token !== '' && invitation.isPending) return <FullPageLoading />;
  if (invitation.data?.email !== user.email) return <SignOutFirst />;
  return (
    <AccountFrame
      title={`Welcome, ${fullName(user)}`}
      line="You are invited to help in another household."
      heading="Join another household"
    >
      <p className="mb-6">
        You are signed in as <Email of={user.email ?? ''} />. You keep your household, and choose in
        the panel which one you look at. Nobody of one sees the other.
      </p>
      <Button size="large" isPending={joining.isPending} onPress={() => joining.run()}>
        Join this household
      </Button>
    </AccountFrame>
  );
}

/** Shown if the invitation is for a person other than the signed-in one. */
function SignOutFirst() {
  useEffect(() => {
    toast.info('You are already signed in.', 'Log out first, then open the invitation again.');
  }, []);
  return <Redirect to="/admin" replace />;
}
