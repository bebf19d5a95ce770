import house from '@phosphor-icons/core/assets/bold/house-simple-bold.svg?raw';
import signpost from '@phosphor-icons/core/assets/duotone/signpost-duotone.svg?raw';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';
import { TouchLink } from '#platform/web/ui/TouchButton.tsx';

export function NotFoundScreen() {
  return (
    <MessageCard
      icon={signpost}
      title="Page Not Found"
      text="There is nothing at this address. Nothing is lost."
    >
      <TouchLink href="/" icon={house}>
        Return to Main Screen
      </TouchLink>
    </MessageCard>
  );
}
