import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import pill from '@phosphor-icons/core/assets/bold/pill-bold.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import type { ReactNode } from 'react';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { UnsentAlert } from '../contract.ts';
import { isConfirmable } from '../domain/channels.ts';
import { noChannelMessage, unsentDoseMessage } from '../domain/notice-messages.ts';
import { useChannels, useSeen, useUnsentAlerts } from './queries.ts';

/** Maximum number of unsent alerts on the screen; marking one as seen reveals the next. */
const MAX_CONCURRENT = 3;

/**
 * Notices above every tab of the panel: alerts that could not be sent, and reasons why further
 * alerts cannot be sent. `confirm` is the form for an unconfirmed email.
 */
export function AlertNotices({ userId, confirm }: { userId: string; confirm: ReactNode }) {
  const channels = useChannels().data;
  const mine = channels?.people.find((person) => person.userId === userId);
  const unsent = useUnsentAlerts().data;
  return (
    <>
      {channels && !channels.reachesSomebody ? <NoChannel people={channels.people} /> : null}
      {mine && isConfirmable(mine.email) ? (
        <NotConfirmed isAsked={mine.email === 'not confirmed'} confirm={confirm} />
      ) : null}
      {unsent && unsent.alerts.length > 0 ? (
        <Unsent alerts={unsent.alerts} more={unsent.more} />
      ) : null}
    </>
  );
}

/** Shown to the person with the unconfirmed email, even if alerts reach other administrators. */
function NotConfirmed({ isAsked, confirm }: { isAsked: boolean; confirm: ReactNode }) {
  return (
    <DangerBox label="Your email is not confirmed">
      <p className="font-semibold">
        Your email is not confirmed yet, so alerts cannot be sent to it.
      </p>
      {isAsked ? <p className="mt-1">Check your email and press the confirm button.</p> : null}
      <div className="mt-3">{confirm}</div>
    </DangerBox>
  );
}

function NoChannel({ people }: { people: Parameters<typeof noChannelMessage>[0] }) {
  const [first, ...others] = noChannelMessage(people);
  return (
    <DangerBox label="No alert can reach anybody">
      <p className="font-semibold">{first}</p>
      <details>
        <summary className="flex min-h-11.5 w-fit cursor-pointer items-center font-semibold underline underline-offset-4">
          What can be done
        </summary>
        {others.map((sentence) => (
          <p key={sentence} className="mb-1">
            {sentence}
          </p>
        ))}
        <div className="mt-3">
          <ButtonLink href="/medications" icon={pill}>
            Open Medications
          </ButtonLink>
        </div>
      </details>
    </DangerBox>
  );
}

function Unsent({ alerts, more }: { alerts: readonly UnsentAlert[]; more: number }) {
  const shown = alerts.slice(0, MAX_CONCURRENT);
  const rest = alerts.length - shown.length + more;
  return (
    <DangerBox label="Alerts that could not be sent">
      <ul className="grid gap-4">
        {shown.map((alert) => (
          <UnsentOne key={alert.id} alert={alert} />
        ))}
      </ul>
      {rest > 0 ? <p className="mt-3">and {rest} more.</p> : null}
    </DangerBox>
  );
}

function UnsentOne({ alert }: { alert: UnsentAlert }) {
  const { timezone } = useSettings().data ?? DEFAULT_SETTINGS;
  const seen = useSeen();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">
          An alert could not be sent:{' '}
          {alert.doses.map((dose) => unsentDoseMessage(dose, timezone)).join(' ')}
          {alert.older > 0
            ? ` ${alert.older} further overdue ${alert.older === 1 ? 'dose' : 'doses'}.`
            : ''}
        </p>
        <p className="mt-1">
          {alert.reason}
          {alert.isTriedAgain ? ' It is tried again.' : ''}
        </p>
      </div>
      <ActionButton
        variant="outline"
        icon={check}
        call={() => seen.mutateAsync(alert.id)}
        failure="It could not be noted. Please try again."
      >
        Seen
      </ActionButton>
    </li>
  );
}

function DangerBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="mb-6 flex gap-4 rounded-box border-2 border-danger bg-danger-tint px-5 py-4 text-danger-deep"
    >
      <Icon of={warning} className="mt-0.5 flex-none text-[1.6rem]" />
      <div role="status" className="min-w-0 flex-1">
        {children}
      </div>
    </section>
  );
}
