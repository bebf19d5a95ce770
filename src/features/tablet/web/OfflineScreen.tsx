import again from '@phosphor-icons/core/assets/bold/arrow-clockwise-bold.svg?raw';
import noWifi from '@phosphor-icons/core/assets/bold/wifi-slash-bold.svg?raw';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { MessageStrip } from '#platform/web/ui/MessageStrip.tsx';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';

export interface OfflineScreenProps {
  timezone: string | undefined;
  /** True if the elder chose to see the stored content. */
  looksPast: boolean;
  onLookPast: () => void;
  /** Sends requests to the server now; resolves to true if it answered. */
  ask: () => Promise<boolean>;
}

interface ScreenProps extends Pick<OfflineScreenProps, 'ask' | 'onLookPast'> {
  /** Content that must remain visible without a connection. */
  children: ReactNode;
}

/** Covers an elder's screens while there is no connection. */
export function OfflineScreen({ ask, onLookPast, children }: ScreenProps) {
  const id = useId();
  const screen = useRef<HTMLDivElement>(null);
  const { isAsking, isStill, tryAgain } = useTryAgain(ask);
  useEffect(() => screen.current?.focus(), []);
  return (
    <div
      ref={screen}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={`${id}title`}
      // Screen readers read this text together with the time and the next dose, which come after
      // the buttons.
      aria-describedby={`${id}text ${id}kept`}
      tabIndex={-1}
      data-may-be-covered
      className="fixed inset-0 z-50 flex flex-col overflow-y-auto bg-[linear-gradient(#dadfea,var(--color-ground)_65%)] outline-none"
    >
      <MessageStrip place="bar" />
      <div className="grid flex-1 justify-center justify-items-center gap-5 px-4 py-6 text-center [align-content:safe_center]">
        <span className="grid h-40 w-37 flex-none place-items-center rounded-t-[7.5rem] rounded-b-3xl bg-white text-[5.5rem] text-myday tablet:h-62.5 tablet:w-57.5 tablet:text-[9rem]">
          <Icon of={noWifi} />
        </span>
        <h1
          id={`${id}title`}
          className="mt-2 font-heavy text-[2.75rem] leading-tight tablet:text-message"
        >
          No Internet Connection
        </h1>
        <p id={`${id}text`} className="text-[1.625rem] text-soft leading-snug tablet:text-[2rem]">
          Please check your WiFi connection and try again
        </p>
        <TouchButton
          icon={again}
          isBusy={isAsking}
          onPress={tryAgain}
          className="mt-4 min-h-23 px-12 text-[1.875rem]"
        >
          Try again
        </TouchButton>
        <TouchButton variant="outline" onPress={onLookPast} className="mb-4">
          Show what is on this tablet
        </TouchButton>
        <div id={`${id}kept`} className="contents">
          {children}
        </div>
        <p role="status" className="min-h-[1.35em] text-elder">
          {isStill && !isAsking && 'There is still no connection.'}
        </p>
      </div>
    </div>
  );
}

function useTryAgain(ask: OfflineScreenProps['ask']) {
  const [isAsking, setAsking] = useState(false);
  const [isStill, setStill] = useState(false);
  const tryAgain = async () => {
    setAsking(true);
    setStill(!(await ask()));
    setAsking(false);
  };
  return { isAsking, isStill, tryAgain: () => void tryAgain() };
}

/** A strip above stored content, so that it is not mistaken for current content. */
export function OfflineStrip() {
  return (
    // The height of this strip is subtracted from the screen below, so that the home screen still
    // fits.
    <p
      className="flex min-h-13 items-center justify-center gap-3 bg-ink px-4 py-1 text-center font-semibold text-[1.625rem] text-white [&+div]:[--above:3.25rem]"
      role="status"
    >
      <Icon of={noWifi} /> No internet. You see what is on this tablet.
    </p>
  );
}
