import { useSignOut } from '#features/sessions/web/sign-in-and-out.ts';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';

/** A sign-out button for full-page screens that have no other controls. */
export function SignOutButton() {
  const signOut = useSignOut();
  return (
    <TouchButton variant="outline" isBusy={signOut.isPending} onPress={() => signOut.mutate()}>
      Sign Out
    </TouchButton>
  );
}
