import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import { OwnPasswordField } from '#kit/web/ui/OwnPasswordField.tsx';
import { useOwnPassword } from '#kit/web/use-own-password.ts';
import { type Cancelling, useCancel } from './queries.ts';
import { doneMessage, ENDS_TODAY, longDate } from './subscription-messages.ts';

interface CancelDialogProps {
  action: Cancelling;
  /** Of what is paid. */
  end: Date;
  timezone: string;
  onClose: () => void;
}

/** Says what ends and when, and asks for the password before it does. */
export function CancelDialog({ action, end, timezone, onClose }: CancelDialogProps) {
  const cancel = useCancel();
  const readCurrentUser = useReadCurrentUser();
  const own = useOwnPassword();
  const confirm = async () => {
    if (own.isMissing()) return;
    try {
      const done = await cancel.mutateAsync({ action, password: own.value });
      const { title, text } = doneMessage(action, new Date(done.subscriptionEndDate), timezone);
      toast.success(title, text);
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'That did not work. Please try again.'));
      if (own.isRefused(error)) return;
    }
    // Its end is part of who is signed in, and may be now.
    readCurrentUser();
    onClose();
  };
  const isToday = action === 'cancel-immediately';
  const words = isToday
    ? { title: 'Cancel the subscription today?', text: ENDS_TODAY, action: 'Cancel immediately' }
    : {
        title: 'Cancel the subscription?',
        text: `Everything works until ${longDate(end, timezone)}, and the subscription does not renew.`,
        action: 'Cancel at period end',
      };
  return (
    <AlertDialog
      {...words}
      keep="Keep subscription"
      isPending={cancel.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <OwnPasswordField
        reason="Asked again so that nobody else can cancel at your screen."
        field={own.field}
      />
    </AlertDialog>
  );
}
