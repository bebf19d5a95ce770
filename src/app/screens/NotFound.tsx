import house from '@phosphor-icons/core/assets/bold/house-simple-bold.svg?raw';
import signpost from '@phosphor-icons/core/assets/duotone/signpost-duotone.svg?raw';
import { ElderLink } from '#kit/web/ui/ElderButton.tsx';
import { MessageCard } from '#kit/web/ui/MessageCard.tsx';

/** What stands at an address where there is nothing. */
export function NotFoundScreen() {
  return (
    <MessageCard icon={signpost} title="Page Not Found" text="There is nothing at this address.">
      <ElderLink href="/" size="message" icon={house}>
        Return to Main Screen
      </ElderLink>
    </MessageCard>
  );
}
