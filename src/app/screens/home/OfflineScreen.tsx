import again from '@phosphor-icons/core/assets/bold/arrow-clockwise-bold.svg?raw';
import noWifi from '@phosphor-icons/core/assets/bold/wifi-slash-bold.svg?raw';
import { useEffect, useId, useRef, useState } from 'react';
import { lateness } from '#features/medications/lateness.ts';
import { useOldReminders } from '#features/medications/web/old-reminders.ts';
import { useUpcomingMedications } from '#features/medications/web/todays-doses.ts';
import { useWaitingKeys } from '#features/medications/web/use-kept-presses.ts';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { useNow } from '#kit/web/use-now.ts';

export interface OfflineScreenProps {
  timezone: string | undefined;
  onLookPast: () => void;
  /** Asks the server now; true when it answered. */
  ask: () => Promise<boolean>;
}

/** Covers an elder's screens while there is no connection: the time and the next dose stay. */
export function OfflineScreen({ timezone, ask, onLookPast }: OfflineScreenProps) {
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
      aria-describedby={`${id}text`}
      tabIndex={-1}
      className="offline-screen"
    >
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
      <ElderButton
        icon={again}
        isBusy={isAsking}
        onPress={tryAgain}
        className="mt-4 min-h-23 px-12 text-[1.875rem]"
      >
        Try again
      </ElderButton>
      <ElderButton variant="outline" onPress={onLookPast} className="mb-4">
        Show what is on this tablet
      </ElderButton>
      <TimeAndNext timezone={timezone} />
      <SavedAnswers />
      <p role="status" className="min-h-[1.35em] text-elder">
        {isStill && !isAsking && 'There is still no connection.'}
      </p>
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

/** Nobody needs to answer again, although nothing could be sent. */
function SavedAnswers() {
  const saved = useWaitingKeys().size;
  if (saved === 0) return null;
  return (
    <p className="text-elder">
      {saved === 1 ? 'One answer is' : `${saved} answers are`} saved on this tablet.
    </p>
  );
}

/** The two things that must not get lost with the connection. */
function TimeAndNext({ timezone }: { timezone: string | undefined }) {
  const now = useNow(60_000);
  const old = useOldReminders();
  const next = useUpcomingMedications().data?.find(
    ({ status, scheduledTime }) =>
      status === 'pending' && lateness(new Date(scheduledTime), now).kind !== 'overdue',
  );
  return (
    <p className="text-elder [&_b]:font-bold">
      {timezone && (
        <>
          It is <b>{formatTime(now, timezone)}</b>.{' '}
        </>
      )}
      {next && (
        <>
          Next medication:{' '}
          <b>
            {next.medication.name}
            {timezone && ` at ${formatTime(new Date(next.scheduledTime), timezone)}`}
          </b>
        </>
      )}
      {old && <b className="block">{old}</b>}
    </p>
  );
}
