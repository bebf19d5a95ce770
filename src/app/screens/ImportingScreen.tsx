import archive from '@phosphor-icons/core/assets/duotone/archive-duotone.svg?raw';
import { SignOutButton } from '#features/sessions/web/SignOutButton.tsx';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';

/** Shown to all people of a household during an import; it disappears when the import has ended. */
export function ImportingScreen() {
  return (
    <MessageCard
      icon={archive}
      title="Please wait a little"
      text="Everything of this household is being brought in. This screen opens by itself when it is here."
    >
      <SignOutButton />
    </MessageCard>
  );
}
