import resendIcon from '@phosphor-icons/core/assets/bold/paper-plane-tilt-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import clock from '@phosphor-icons/core/assets/fill/clock-countdown-fill.svg?raw';
import { useState } from 'react';
import { formatDate } from '#kit/shared/zoned-time.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import { Badge } from '#kit/web/ui/Badge.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import type { Invitation } from '../contract.ts';
import { type SentInvitation, useDeleteInvitation, useResendInvitation } from './queries.ts';

interface InvitationRowProps {
  invitation: Invitation;
  isExpired: boolean;
  timezone: string;
  onResent: (answer: SentInvitation) => void;
  onDeleted: () => void;
}

/** One invitation: for whom, until when, and what can be done with it. */
export function InvitationRow(props: InvitationRowProps) {
  const { invitation, isExpired, timezone, onResent, onDeleted } = props;
  const { email, createdAt, expiresAt } = invitation;
  const name = `${invitation.firstName} ${invitation.lastName}`;
  const [isDeleting, setDeleting] = useState(false);
  const resend = useResendInvitation();
  const date = (instant: string) => formatDate(new Date(instant), timezone);
  const sendAgain = async () => {
    try {
      onResent(await resend.mutateAsync(invitation.id));
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to send invitation'));
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <p className="font-semibold">{name}</p>
        <p className="text-help text-soft">{email}</p>
        <p className="text-help text-soft">
          Sent {date(createdAt)}. {isExpired ? 'Expired' : 'Expires'} {date(expiresAt)}
        </p>
      </div>
      <Badge tone={isExpired ? 'plain' : 'good'} icon={isExpired ? clock : check}>
        {isExpired ? 'Expired' : 'Active'}
      </Badge>
      <div className="flex gap-2 max-tablet:w-full max-tablet:justify-end">
        <Button
          variant="quiet"
          icon={resendIcon}
          aria-label={`Resend to ${name}`}
          isPending={resend.isPending}
          onPress={() => void sendAgain()}
        >
          Resend
        </Button>
        <Button
          variant="danger-quiet"
          icon={trash}
          aria-label={`Delete invitation of ${name}`}
          onPress={() => setDeleting(true)}
        >
          Delete
        </Button>
      </div>
      {isDeleting ? (
        <DeleteInvitation
          id={invitation.id}
          onDeleted={onDeleted}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </li>
  );
}

interface DeleteInvitationProps {
  id: string;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteInvitation({ id, onDeleted, onClose }: DeleteInvitationProps) {
  const remove = useDeleteInvitation();
  const confirm = async () => {
    try {
      await remove.mutateAsync(id);
      toast.success('Success', 'Invitation deleted successfully');
      onDeleted();
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to delete invitation'));
    }
    onClose();
  };
  return (
    <AlertDialog
      title="Delete invitation"
      text="Are you sure you want to delete this invitation?"
      action="Delete"
      isPending={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
