import envelope from '@phosphor-icons/core/assets/duotone/envelope-simple-open-duotone.svg?raw';
import hand from '@phosphor-icons/core/assets/duotone/hand-palm-duotone.svg?raw';
import { useSearchParams } from 'wouter';
import { alertTitle, holderMessage } from '#features/alerts/domain/open-messages.ts';
import type { LinkedAlert } from '#features/alerts/open-contract.ts';
import { AlertChip, AlertDoses } from '#features/alerts/web/AlertParts.tsx';
import { useLinkedAlert, useTakeOverByLink } from '#features/alerts/web/open-queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { useAction } from '#platform/web/forms/use-action.ts';
import { useScreenTitle } from '#platform/web/screen-title.ts';
import { FullPageLoading } from '#platform/web/ui/FullPageLoading.tsx';
import { Logo } from '#platform/web/ui/Logo.tsx';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { TouchButton, TouchLink } from '#platform/web/ui/TouchButton.tsx';
import { useNow } from '#platform/web/use-now.ts';

/** The page of an alert link. Without a session it shows this alert only. */
export function AlertScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '-';
  const alert = useLinkedAlert(token);
  if (alert.isPending) return <FullPageLoading />;
  if (alert.data === undefined) {
    return (
      <MessageCard
        icon={envelope}
        tone="late"
        title="The alert was not found"
        text={sentenceOf(alert.error, 'The server could not be reached. Please try again.')}
      >
        <TouchLink href="/medications">Open the admin panel</TouchLink>
      </MessageCard>
    );
  }
  return <Shown alert={alert.data} token={token} />;
}

function Shown({ alert, token }: { alert: LinkedAlert; token: string }) {
  const { timezone, doses, brand } = alert;
  const now = useNow(MINUTE_MS);
  const title = titleOf(alert);
  useScreenTitle(title);
  return (
    <div className="look-admin min-h-dvh">
      <header className="flex items-center gap-3 px-4 py-4 font-bold text-section">
        <Logo className="h-10" />
        {brand}
      </header>
      <main className="mx-auto grid min-h-[calc(100dvh-4.5rem)] max-w-140 content-start gap-4 rounded-t-sheet bg-surface px-4.5 pt-5 pb-10 shadow-e1 tablet:px-9">
        <div role="status">
          <Standing alert={alert} now={now} />
        </div>
        <h1 className="font-bold text-[1.75rem] leading-tight wrap-anywhere">{title}</h1>
        {title === alertTitle(doses) ? null : <p className="font-semibold">{alertTitle(doses)}</p>}
        <AlertDoses doses={doses} timezone={timezone} now={now} />
        <TakeIt alert={alert} token={token} />
      </main>
      <Toasts />
    </div>
  );
}

function titleOf({ state, you, doses }: LinkedAlert): string {
  if (state === 'over') return 'It is over';
  return state === 'yours' ? `Thank you, ${you}` : alertTitle(doses);
}

function Standing({ alert, now }: { alert: LinkedAlert; now: Date }) {
  const { state, holder, since, timezone } = alert;
  if (state === 'over') return <AlertChip isHeld>Nothing is to be done any more</AlertChip>;
  if (holder === null || since === null) {
    return <AlertChip isHeld={false}>Nobody has it</AlertChip>;
  }
  return (
    <AlertChip isHeld>
      {`${holderMessage(state === 'yours' ? null : holder, since, { now, timezone })}.`}
    </AlertChip>
  );
}

function TakeIt({ alert, token }: { alert: LinkedAlert; token: string }) {
  const call = useTakeOverByLink(token);
  const take = useAction({
    call: () => call.mutateAsync(),
    failure: 'It could not be taken over. Please try again.',
  });
  const { state, isAsked } = alert;
  return (
    <div className="mt-4 grid gap-3">
      {state === 'open' || isAsked ? (
        <TouchButton
          variant="success"
          icon={hand}
          isBusy={take.isPending}
          onPress={() => take.run()}
        >
          {isAsked ? 'I’ve still got it' : 'I’ve got it'}
        </TouchButton>
      ) : null}
      {state === 'used' ? (
        <p>This link has taken it over once. To take it over again, open the medications.</p>
      ) : null}
      {state === 'yours' && !isAsked ? (
        <p className="text-soft">
          The others who were alerted are told that you have it. As soon as it is answered, everyone
          who was told gets the all-clear.
        </p>
      ) : null}
      <TouchLink href="/medications" variant="outline">
        See the medications
      </TouchLink>
    </div>
  );
}
