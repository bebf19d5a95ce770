import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { NOT_SAVED } from '../../said-messages.ts';

/** In the card whose answer was not saved; the message beside it was announced. */
export function NotSaved() {
  return (
    <div className="flex items-start gap-3 text-danger-deep text-elder leading-snug [&_.icon]:mt-[0.1em] [&_.icon]:flex-none">
      <Icon of={warning} />
      <p>
        <strong className="font-bold">Failed to log medication</strong>
        <br />
        {NOT_SAVED}
      </p>
    </div>
  );
}
