import bulb from '@phosphor-icons/core/assets/duotone/lightbulb-duotone.svg?raw';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { useClosing } from '#kit/web/use-closing.ts';
import { useSpoken } from '#kit/web/voice/voice.ts';
import './tip-card.css';

interface TipCardProps {
  tip: string;
  onClose: () => void;
  /** It goes by itself then; without it, it stays until it is closed. */
  afterMs?: number;
  className?: string;
}

/** One short tip on a card that can be closed, also spoken. */
export function TipCard({ tip, onClose, afterMs, className = '' }: TipCardProps) {
  const closing = useClosing(onClose, afterMs);
  useSpoken('tip', tip);
  return (
    <div {...closing} className={`tip-card forced-border ${className}`}>
      <Icon of={bulb} className="tip-bulb" />
      <p className="tip-words">
        <strong>Tip</strong>
        {tip}
      </p>
      <button type="button" className="tip-close forced-border" onClick={onClose}>
        Close
      </button>
    </div>
  );
}
