import resendIcon from '@phosphor-icons/core/assets/bold/paper-plane-tilt-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import clock from '@phosphor-icons/core/assets/fill/clock-countdown-fill.svg?raw';
import { useState } from 'react';
import { fullName } from '#platform/shared/full-name.ts';
import { formatDate } from '#platform/shared/zoned-time.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { useAction } from '#platform/web/forms/use-action.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Email } from '#platform/web/ui/Email.tsx';
import type { Invitation } from '../contract.ts';
import { type SentInvitation, useDeleteInvitation, useResendInvitation } from './queries.ts';

interface InvitationRowProps {
  invitation: Invitation;
  isExpired: boolean;
  timezone: string;
  onResent: (answer: SentInvitation) => void;
  onDeleted: () => void;
}

export function InvitationRow(props: InvitationRowProps) {
  const { invitation, isExpired, timezone, onResent, onDeleted } = props;
  const { email, createdAt, expiresAt } = invitation;
  const name = fullName(invitation);
  const [isDeleting, setDeleting] = useState(false);
  const resend = useResendInvitation();
  const remove = useDeleteInvitation();
  const date = (instant: string) => formatDate(new Date(instant), timezone);
  const sendAgain = useAction({
    call: () => resend.mutateAsync({ params: { id: invitation.id } }),
    failure: 'Failed to send invitation',
    onDone: onResent,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <p className="font-semibold">{name}</p>
        <p className="text-help text-soft">
          <Email of={email} />
        </p>
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
          isPending={sendAgain.isPending}
          onPress={() => sendAgain.run()}
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
        <ConfirmDialog
          title="Delete invitation"
          text="Are you sure you want to delete this invitation?"
          action="Delete"
          call={() => remove.mutateAsync({ params: { id: invitation.id } })}
          success="Invitation deleted successfully"
          failure="Failed to delete invitation"
          onDone={onDeleted}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </li>
  );
}
