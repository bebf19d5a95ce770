import { type ReactNode, useState } from 'react';
import type { Plan } from '#features/entitlement/domain/plans.ts';
import { toast } from '#platform/web/toasts.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { SubscriptionStatus } from '../../contract.ts';
import { CardField } from './CardField.tsx';
import { payMessage, renewalTerms } from './card-messages.ts';
import { useSaveCard } from './use-save-card.ts';

interface RenewDialogProps {
  plan: Plan;
  isRenewing: boolean;
  /** The reason why the last renewal was refused. */
  refusal: string | undefined;
  /** Resolves to the reason if the renewal was refused. */
  onRenew: () => Promise<string | undefined>;
  /** Called if saving the card has already paid the owed amount. */
  onPaid: () => void;
  onClose: () => void;
}

/** Shows the price of a renewal before it is charged; another card can be entered. */
export function RenewDialog(props: RenewDialogProps) {
  const [isOther, setOther] = useState(false);
  if (isOther) return <WithAnotherCard {...props} />;
  const chooseOther = () => {
    // Closes the message about the previous card.
    toast.close();
    setOther(true);
  };
  return (
    <AskedToPay
      {...props}
      isPending={props.isRenewing}
      error={props.refusal}
      onPay={() => void props.onRenew()}
    >
      <Button variant="outline" className="mt-4" onPress={chooseOther}>
        Use another card
      </Button>
    </AskedToPay>
  );
}

/** Saves the card first, and renews unless that has already paid. */
function WithAnotherCard(props: RenewDialogProps) {
  const renew = async (status: SubscriptionStatus) => {
    if (isPaid(status)) return props.onPaid();
    const refusal = await props.onRenew();
    if (refusal !== undefined) entry.refuse(refusal);
  };
  const { entry, form } = useSaveCard({ onDone: (status) => void renew(status) });
  return (
    <AskedToPay {...props} isPending={form.isPending || props.isRenewing} onPay={form.submit}>
      <div className="mt-5">
        <CardField entry={entry} />
      </div>
    </AskedToPay>
  );
}

function isPaid({ subscriptionStatus, nextRenewalDate }: SubscriptionStatus): boolean {
  return subscriptionStatus === 'active' && nextRenewalDate !== null;
}

interface AskedToPayProps {
  plan: Plan;
  isPending: boolean;
  error?: string | undefined;
  onPay: () => void;
  onClose: () => void;
  children: ReactNode;
}

function AskedToPay({ plan, isPending, error, onPay, onClose, children }: AskedToPayProps) {
  return (
    <Dialog
      title="Renew the subscription"
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onPress={onClose}>
            Not now
          </Button>
          <Button isPending={isPending} onPress={onPay}>
            {payMessage(plan)}
          </Button>
        </>
      }
    >
      <p>{renewalTerms(plan)}</p>
      {error ? <p className="mt-3 font-semibold text-danger">{error}</p> : null}
      {children}
    </Dialog>
  );
}
