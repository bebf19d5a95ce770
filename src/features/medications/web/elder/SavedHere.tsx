import tablet from '@phosphor-icons/core/assets/bold/device-tablet-bold.svg?raw';
import { Icon } from '#kit/web/ui/Icon.tsx';

/** An answer that nobody needs to give again, although the family does not see it yet. */
export function SavedHere() {
  return (
    <p className="flex items-start gap-3 text-elder [&_.icon]:mt-[0.15em] [&_.icon]:flex-none">
      <Icon of={tablet} />
      Saved on this tablet. It is sent when the connection is back.
    </p>
  );
}
