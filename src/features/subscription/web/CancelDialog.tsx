import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { type Cancelling, useCancel } from './queries.ts';
import { doneMessage, ENDS_TODAY, longDate } from './subscription-messages.ts';

interface CancelDialogProps {
  action: Cancelling;
  /** The end of the paid time. */
  end: Date;
  timezone: string;
  onClose: () => void;
}

/** Describes the effect and date of a cancellation, and asks for confirmation. */
export function CancelDialog({ action, end, timezone, onClose }: CancelDialogProps) {
  const cancel = useCancel();
  const isToday = action === 'cancel-immediately';
  const words = isToday
    ? { title: 'Cancel the subscription today?', text: ENDS_TODAY, action: 'Cancel immediately' }
    : {
        title: 'Cancel the subscription?',
        text: `Everything works until ${longDate(end, timezone)}, and the subscription does not renew.`,
        action: 'Cancel at period end',
      };
  return (
    <ConfirmDialog
      {...words}
      keep="Keep subscription"
      call={() => cancel.mutateAsync(action)}
      success={({ subscriptionEndDate }) =>
        doneMessage(action, new Date(subscriptionEndDate), timezone)
      }
      failure="That did not work. Please try again."
      onClose={onClose}
    />
  );
}
