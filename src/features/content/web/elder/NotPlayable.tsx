import warning from '@phosphor-icons/core/assets/duotone/warning-circle-duotone.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { ViewerMessage } from './ViewerMessage.tsx';

/** Shown instead of a player that cannot play the media. */
export function NotPlayable({ text = 'This cannot be played right now.' }: { text?: string }) {
  return (
    <ViewerMessage role="alert">
      <Icon of={warning} />
      <p>{text}</p>
      <p>Press Close and choose another one.</p>
    </ViewerMessage>
  );
}
