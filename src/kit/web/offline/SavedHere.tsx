import tablet from '@phosphor-icons/core/assets/bold/device-tablet-bold.svg?raw';
import { Icon } from '../ui/Icon.tsx';

/** What nobody needs to say again, although nobody else sees it yet. */
export function SavedHere() {
  return (
    <p className="flex items-start gap-3 text-elder [&_.icon]:mt-[0.15em] [&_.icon]:flex-none">
      <Icon of={tablet} />
      Saved on this tablet. It is sent when the connection is back.
    </p>
  );
}
