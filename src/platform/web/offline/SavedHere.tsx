import tablet from '@phosphor-icons/core/assets/bold/device-tablet-bold.svg?raw';
import { Icon } from '../ui/Icon.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import type { WaitReason } from './outbox-rules.ts';

/** Messages for an entry that is not delivered yet, as two sentences each. */
export const WAIT_MESSAGES: Record<WaitReason, readonly [string, string]> = {
  slow: ['Saving…', 'It is on its way.'],
  'cut-off': ['Kept on this tablet.', 'It is sent when the internet is back.'],
  'put-off': ['Kept on this tablet.', 'It is sent again by itself.'],
};

/**
 * Shows that an entry is saved on this device, so that the user need not repeat it, although other
 * people cannot see it yet.
 */
export function SavedHere({ waits }: { waits: WaitReason }) {
  return (
    <p className="flex items-start gap-3 text-elder [&_.icon]:mt-[0.15em] [&_.icon]:flex-none">
      {waits === 'slow' ? <Spinner /> : <Icon of={tablet} />}
      {WAIT_MESSAGES[waits].join(' ')}
    </p>
  );
}
