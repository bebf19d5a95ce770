import { useSignOut } from '#features/sessions/web/sign-in-and-out.ts';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';

/** For full-page screens without other controls. */
export function SignOutButton() {
  const signOut = useSignOut();
  return (
    <TouchButton variant="outline" isBusy={signOut.isPending} onPress={() => signOut.mutate()}>
      Sign Out
    </TouchButton>
  );
}
