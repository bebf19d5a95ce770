import archive from '@phosphor-icons/core/assets/duotone/archive-duotone.svg?raw';
import { useSignOut } from '#features/sessions/web/sign-in-and-out.ts';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';
import { MessageCard } from '#kit/web/ui/MessageCard.tsx';

/** What everybody of a household sees into which a download is being brought; it opens by itself. */
export function BringingInScreen() {
  const signOut = useSignOut();
  return (
    <MessageCard
      icon={archive}
      title="Please wait a little"
      text="Everything of this household is being brought in. This screen opens by itself when it is here."
    >
      <ElderButton
        look="outline"
        size="message"
        isBusy={signOut.isPending}
        onPress={() => signOut.mutate()}
      >
        Sign Out
      </ElderButton>
    </MessageCard>
  );
}
