import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import { useSignOutEverywhere } from './sign-in-and-out.ts';

/** Asks, then ends all sessions of the person signed in. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const signOut = useSignOutEverywhere();
  return (
    <AlertDialog
      title="Sign out everywhere"
      text="You are signed out on all your devices, also on this one. The tablets of others are not affected."
      action="Sign out everywhere"
      isPending={signOut.isPending}
      onConfirm={() =>
        signOut.mutate(undefined, {
          onError: (error) => {
            toast.error('Logout failed', sentenceOf(error, 'Please try again.'));
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
