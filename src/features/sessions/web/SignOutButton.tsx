import { useSignOut } from '#features/sessions/web/sign-in-and-out.ts';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';

/** The way out of a screen that fills the page and has nothing else to press. */
export function SignOutButton() {
  const signOut = useSignOut();
  return (
    <TouchButton variant="outline" isBusy={signOut.isPending} onPress={() => signOut.mutate()}>
      Sign Out
    </TouchButton>
  );
}
