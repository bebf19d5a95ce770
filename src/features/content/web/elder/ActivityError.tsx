import house from '@phosphor-icons/core/assets/duotone/house-duotone.svg?raw';
import warning from '@phosphor-icons/core/assets/duotone/warning-circle-duotone.svg?raw';
import { useEffect, useId, useRef } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { TouchLink } from '#kit/web/ui/TouchButton.tsx';
import './activity-error.css';

/** Over a screen whose content could not be read: one sentence, one way on. */
export function ActivityError() {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), []);
  return (
    <div className="activity-error">
      <div
        ref={card}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}text`}
        tabIndex={-1}
        className="activity-error-card"
      >
        <Icon of={warning} className="activity-error-icon" />
        <h2 id={`${id}title`}>Activity Error</h2>
        <p id={`${id}text`}>This did not open. You can try again from the home screen.</p>
        <TouchLink
          href="/"
          icon={house}
          className="min-h-25! px-8! text-item! tablet:px-14! tablet:text-[2.375rem]! [--glyph:#d6def6]"
        >
          Go Home
        </TouchLink>
      </div>
    </div>
  );
}
