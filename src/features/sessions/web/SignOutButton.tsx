import { useSignOut } from '#features/sessions/web/sign-in-and-out.ts';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';

/** The way out of a screen that fills the page and has nothing else to press. */
export function SignOutButton() {
  const signOut = useSignOut();
  return (
    <ElderButton
      variant="outline"
      size="message"
      isBusy={signOut.isPending}
      onPress={() => signOut.mutate()}
    >
      Sign Out
    </ElderButton>
  );
}
