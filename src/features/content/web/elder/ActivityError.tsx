import house from '@phosphor-icons/core/assets/duotone/house-duotone.svg?raw';
import warning from '@phosphor-icons/core/assets/duotone/warning-circle-duotone.svg?raw';
import { useEffect, useId, useRef } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { TouchLink } from '#platform/web/ui/TouchButton.tsx';

/** Shown over a screen whose content could not be loaded: one sentence, one button. */
export function ActivityError() {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), []);
  return (
    <div className="fixed inset-0 z-40 grid animate-arrive place-items-center overflow-y-auto bg-[rgb(18_20_36/82%)] p-4">
      <div
        ref={card}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}text`}
        tabIndex={-1}
        className="grid w-full max-w-205 justify-items-center gap-7 rounded-alarm bg-surface px-6 py-10 text-center shadow-e3 tablet:px-14 tablet:py-13"
      >
        <Icon
          of={warning}
          className="text-[7.5rem] text-danger [--glyph:var(--color-danger-tint)]"
        />
        <h2
          id={`${id}title`}
          className="font-heavy text-[2.75rem] leading-[1.1] tablet:text-[3.5rem]"
        >
          Activity Error
        </h2>
        <p id={`${id}text`} className="text-elder text-soft leading-[1.4] tablet:text-item">
          This did not open. You can try again from the home screen.
        </p>
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
