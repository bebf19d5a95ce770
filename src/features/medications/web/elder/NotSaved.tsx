import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';

/**
 * Shows that the last answer to a dose was not saved, and why; renders nothing without a reason.
 */
export function NotSaved({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null;
  return (
    <div className="flex items-start gap-3 text-danger-deep text-elder leading-snug [&_.icon]:mt-[0.1em] [&_.icon]:flex-none">
      <Icon of={warning} />
      <p>
        <strong className="font-bold">Failed to log medication</strong>
        <br />
        {reason}
      </p>
    </div>
  );
}
