import warning from '@phosphor-icons/core/assets/duotone/warning-circle-duotone.svg?raw';
import { Icon } from '#kit/web/ui/Icon.tsx';

/** Instead of a player that cannot play this. */
export function NotPlayable({ text = 'This cannot be played right now.' }: { text?: string }) {
  return (
    <div role="alert" className="opened-message">
      <Icon of={warning} />
      <p>{text}</p>
      <p>Press Close and choose another one.</p>
    </div>
  );
}
