import hand from '@phosphor-icons/core/assets/duotone/hand-palm-duotone.svg?raw';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { useNow } from '#platform/web/use-now.ts';
import {
  type AlertStep,
  alertTitle,
  holderMessage,
  howLongMessage,
  othersToldMessage,
  stepsOfAlert,
} from '../domain/open-messages.ts';
import type { OpenAlert } from '../open-contract.ts';
import { AlertChip, AlertDoses } from './AlertParts.tsx';
import { useHold } from './open-queries.ts';

export function OneAlert(props: { alert: OpenAlert; userId: string; isShort: boolean }) {
  const { alert, userId, isShort } = props;
  const { timezone } = useSettings().data ?? DEFAULT_SETTINGS;
  const now = useNow(MINUTE_MS);
  const { holder } = alert;
  const isMine = holder?.userId === userId;
  const chip =
    holder === null
      ? howLongMessage(alert, now)
      : holderMessage(isMine ? null : holder.name, holder.since, { now, timezone });
  const others = isMine ? othersToldMessage(alert, userId) : undefined;
  return (
    <section
      aria-label={alertTitle(alert.doses)}
      className={`rounded-box border border-line bg-surface ${isShort ? 'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3' : 'grid gap-3.5 px-5 py-5 tablet:px-6'}`}
    >
      <div role="status">
        <AlertChip isHeld={holder !== null}>{chip}</AlertChip>
      </div>
      <h2
        className={`font-bold leading-tight wrap-anywhere ${isShort ? 'min-w-0 flex-1 basis-60 text-[1.1875rem]' : 'text-[1.625rem]'}`}
      >
        {alertTitle(alert.doses)}
      </h2>
      {others === undefined || isShort ? null : <p>{others}</p>}
      {isShort ? null : <AlertDoses doses={alert.doses} timezone={timezone} now={now} />}
      {isShort ? null : <WhoWasTold alert={alert} userId={userId} timezone={timezone} />}
      <Presses alert={alert} isMine={isMine} isShort={isShort} />
      {isMine && !isShort ? (
        <p className="text-help text-soft">
          As soon as it is answered, everyone who was told gets the all-clear.
        </p>
      ) : null}
    </section>
  );
}

function Presses(props: { alert: OpenAlert; isMine: boolean; isShort: boolean }) {
  const { alert, isMine, isShort } = props;
  const hold = useHold();
  const { holder } = alert;
  const isFree = holder === null || (isMine && holder.isAsked);
  return (
    <div className="grid justify-items-stretch gap-2 tablet:justify-items-start">
      {isFree ? (
        <ActionButton
          variant="success"
          size={isShort ? 'usual' : 'large'}
          icon={hand}
          className={
            isShort ? '' : 'min-h-19 tablet:w-auto tablet:min-w-80 [&_.icon]:text-[1.75rem]'
          }
          call={() => hold.mutateAsync({ id: alert.id, act: 'takeOver' })}
          failure="It could not be taken over. Please try again."
        >
          {isMine ? 'I’ve still got it' : 'I’ve got it'}
        </ActionButton>
      ) : null}
      {isMine ? (
        <ActionButton
          variant="quiet"
          call={() => hold.mutateAsync({ id: alert.id, act: 'giveBack' })}
          failure="It could not be given back. Please try again."
        >
          <span className="underline underline-offset-4">Give it back to the others</span>
        </ActionButton>
      ) : null}
    </div>
  );
}

const DOTS: Record<AlertStep['kind'], string> = {
  past: 'border-soft bg-soft',
  you: 'border-gold-line bg-gold',
  held: 'border-listen bg-listen',
  later: 'border-line-strong bg-surface',
};

function WhoWasTold(props: { alert: OpenAlert; userId: string; timezone: string }) {
  const { alert, userId, timezone } = props;
  const steps = stepsOfAlert(alert, userId);
  if (steps.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 font-bold text-[1.1875rem]">Who was told</h3>
      <ol className="grid gap-2.5">
        {steps.map(({ at, who, words, kind }) => (
          <li key={`${at} ${who} ${kind}`} className="flex gap-3 leading-snug">
            <span
              aria-hidden="true"
              className={`mt-1 size-4 flex-none rounded-full border-3 ${DOTS[kind]}`}
            />
            <time dateTime={at} className="w-20 flex-none text-soft">
              {formatTime(new Date(at), timezone)}
            </time>
            <span className={`min-w-0 wrap-anywhere ${kind === 'later' ? 'text-soft' : ''}`}>
              <b className="font-semibold">{who}</b>
              {words}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
