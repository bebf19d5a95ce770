import pauseIcon from '@phosphor-icons/core/assets/bold/pause-bold.svg?raw';
import playIcon from '@phosphor-icons/core/assets/bold/play-bold.svg?raw';
import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import paused from '@phosphor-icons/core/assets/fill/pause-circle-fill.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import x from '@phosphor-icons/core/assets/fill/x-circle-fill.svg?raw';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { SubscriptionStatus } from '../contract.ts';
import type { Action } from '../domain/states.ts';
import {
  ACTION_LABELS,
  dateMessage,
  PLAN_WORDS,
  paymentWord,
  statusWord,
} from './subscription-messages.ts';

interface CurrentPlanProps {
  status: SubscriptionStatus;
  timezone: string;
  actions: readonly Action[];
  /** The action that is running. */
  busy: Action | undefined;
  onAction: (action: Action) => void;
  /** An additional button. */
  children: ReactNode;
}

const LOOKS: Readonly<Record<string, { tone: BadgeTone; icon: string }>> = {
  active: { tone: 'good', icon: check },
  paused: { tone: 'info', icon: paused },
  canceled: { tone: 'plain', icon: x },
  past_due: { tone: 'late', icon: warning },
};

const ICONS: Partial<Record<Action, string>> = {
  pause: pauseIcon,
  resume: playIcon,
  reactivate: playIcon,
};

export function CurrentPlan(props: CurrentPlanProps) {
  const { status, timezone, actions, busy, onAction, children } = props;
  const plan = PLAN_WORDS[status.subscriptionPlan];
  const date = dateMessage(status, timezone);
  const { tone = 'plain', icon } = LOOKS[status.subscriptionStatus] ?? {};
  return (
    <section aria-label="Current plan" className="rounded-box border border-line p-5 tablet:p-7.5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="text-soft">Current plan</p>
          <h2 className="font-heavy text-[2.5rem] leading-tight">{plan.name}</h2>
        </div>
        <Badge tone={tone} icon={icon}>
          {statusWord(status.subscriptionStatus)}
        </Badge>
      </div>
      <p className="mt-1 text-[1.25rem]">
        <strong>{plan.price}</strong> {plan.rest}
      </p>
      <dl className="mt-5 grid gap-4 tablet:grid-cols-2">
        <Fact label={date.label} value={date.date} />
        <Fact label="Payment status" value={paymentWord(status.stripeStatus)} />
      </dl>
      {actions.length > 0 || children ? (
        <div className="mt-6 flex flex-wrap gap-3">
          {actions.map((action) => (
            <Button
              key={action}
              variant={action === 'resume' || action === 'reactivate' ? 'primary' : 'outline'}
              isPending={busy === action}
              icon={ICONS[action]}
              onPress={() => onAction(action)}
            >
              {ACTION_LABELS[action]}
            </Button>
          ))}
          {children}
        </div>
      ) : null}
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="rounded-control bg-ground px-5 py-4">
      <dt className="font-semibold text-help text-soft">{label}</dt>
      <dd className="mt-1 font-bold text-[1.4375rem] leading-snug">{value}</dd>
    </div>
  );
}
