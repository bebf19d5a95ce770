import envelope from '@phosphor-icons/core/assets/duotone/envelope-simple-duotone.svg?raw';
import { useState } from 'react';
import { useLimit } from '#features/sessions/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { toast } from '#platform/web/toasts.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { CopyField } from '#platform/web/ui/CopyField.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { RoomLeft } from '#platform/web/ui/RoomLeft.tsx';
import { useNow } from '#platform/web/use-now.ts';
import { InvitationRow } from './InvitationRow.tsx';
import { isExpired } from './invitation-form.ts';
import { type SentInvitation, useInvitations } from './queries.ts';
import { SendInvitationForm } from './SendInvitationForm.tsx';

interface AdminInvitationsProps {
  /** Number of administrators; undefined while loading. */
  administrators: number | undefined;
  timezone: string;
}

/** The open invitations and the form for a new one; for super admins. */
export function AdminInvitations({ administrators, timezone }: AdminInvitationsProps) {
  const query = useInvitations();
  const invitations = query.data ?? [];
  const now = useNow(MINUTE_MS);
  const most = useLimit('administrators');
  const [isInviting, setInviting] = useState(false);
  const [unsent, setUnsent] = useState<SentInvitation>();
  const pending = invitations.filter((one) => !isExpired(one, now)).length;

  const isKnown = administrators !== undefined && query.data !== undefined;
  const used = isKnown ? administrators + pending : undefined;

  const sent = (answer: SentInvitation) => {
    setUnsent(answer.link === undefined ? undefined : answer);
    tellSent(answer);
  };

  return (
    <Box
      title="Admin Invitations"
      icon={envelope}
      action={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {used === undefined || most === undefined || used >= most - 1 ? null : (
            <p className="text-soft">
              {used} of {most} administrators
            </p>
          )}
          {isInviting ? null : (
            <RoomLeft
              used={used}
              most={most}
              things="administrators"
              wayOut="Remove one or delete an invitation"
            >
              <Button variant="outline" onPress={() => setInviting(true)}>
                Invite administrator
              </Button>
            </RoomLeft>
          )}
        </div>
      }
    >
      {isInviting ? (
        <SendInvitationForm
          onSent={(answer) => {
            setInviting(false);
            sent(answer);
          }}
          onCancel={() => setInviting(false)}
        />
      ) : null}
      {unsent?.link === undefined ? null : (
        <UnsentLink
          name={fullName(unsent.invitation)}
          link={unsent.link}
          onClose={() => setUnsent(undefined)}
        />
      )}
      <ListState
        query={query}
        isEmpty={invitations.length === 0}
        emptyText="No pending invitations..."
        errorText="The invitations could not be loaded."
      >
        <ul className="divide-y divide-line">
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isExpired={isExpired(invitation, now)}
              timezone={timezone}
              onResent={sent}
              onDeleted={() => {
                if (unsent?.invitation.id === invitation.id) setUnsent(undefined);
              }}
            />
          ))}
        </ul>
      </ListState>
    </Box>
  );
}

/** Shows that the invitation was sent, or its link if no email could be sent. */
function tellSent({ invitation: { email }, link }: SentInvitation): void {
  if (link === undefined) {
    toast.success(
      'Success',
      `Invitation sent to ${email}. They will receive an email with signup instructions.`,
    );
  } else {
    toast.info(
      'Invitation created',
      `No email could be sent to ${email}. Please copy the link and pass it on.`,
    );
  }
}

interface UnsentLinkProps {
  name: string;
  link: string;
  onClose: () => void;
}

function UnsentLink({ name, link, onClose }: UnsentLinkProps) {
  return (
    <section
      aria-label="Invitation link"
      className="my-4 grid gap-3 rounded-box border-2 border-gold-line bg-gold-soft p-5"
    >
      <p>
        <strong className="font-semibold">This invitation was not emailed.</strong> Copy the link
        and give it to {name}. It works once and is not shown again.
      </p>
      <CopyField label="Invitation link" text={link} done="Link copied" />
      <Button variant="outline" className="justify-self-start" onPress={onClose}>
        Close
      </Button>
    </section>
  );
}
