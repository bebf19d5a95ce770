import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';
import { useMove, useSubscription } from './queries.ts';

/** The way back for the super_admin, to whom alone the subscription is told; nothing for others. */
export function RenewNow() {
  const { data } = useSubscription();
  const move = useMove();
  const readCurrentUser = useReadCurrentUser();
  if (data === undefined) return null;
  const renew = async () => {
    try {
      await move.mutateAsync('reactivate');
      // A new page: nothing that was read while it was closed stays behind.
      window.location.replace('/admin');
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'That did not work. Please try again.'));
      readCurrentUser();
    }
  };
  return (
    <ElderButton size="message" isBusy={move.isPending} onPress={() => void renew()}>
      Renew now
    </ElderButton>
  );
}
