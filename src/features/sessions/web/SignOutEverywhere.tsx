import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { useSignOutEverywhere } from './sign-in-and-out.ts';

export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const signOut = useSignOutEverywhere();
  return (
    <ConfirmDialog
      title="Sign out everywhere"
      text="You are signed out on all your devices, also on this one. The tablets of others are not affected."
      action="Sign out everywhere"
      call={() => signOut.mutateAsync()}
      failure={{ title: 'Logout failed', text: 'Please try again.' }}
      onClose={onClose}
    />
  );
}
