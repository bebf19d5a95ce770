import { useState } from 'react';
import { formatDate } from '#platform/shared/zoned-time.ts';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { CopyField } from '#platform/web/ui/CopyField.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { useEndFeed, useFeed, useMakeFeed } from './queries.ts';

const MADE = {
  success: { title: 'The calendar address is ready' },
  failure: 'Failed to make the calendar address',
} as const;

/** Creates, copies, replaces and stops the secret address for the family's calendar programs. */
export function FamilyCalendar({ timezone }: { timezone: string }) {
  const feed = useFeed();
  const make = useMakeFeed();
  const [asked, setAsked] = useState<'replace' | 'stop'>();
  const createdAt = feed.data?.createdAt ?? null;
  const close = () => setAsked(undefined);
  return (
    <Box title="Family calendar">
      <p className="mb-4 text-soft">
        Subscribe to a secret address in the calendar of your own phone or computer. It shows the
        events and the medication times with the names of the medications: give it only to people
        who may know them.
      </p>
      <ListState
        query={feed}
        isEmpty={feed.data === undefined}
        emptyText=""
        errorText="The family calendar could not be loaded."
      >
        {createdAt === null ? (
          <ActionButton {...MADE} call={() => make.mutateAsync()}>
            Make an address
          </ActionButton>
        ) : (
          <div className="grid gap-4">
            {make.data ? <NewAddress url={make.data.url} /> : null}
            {make.data ? null : (
              <p>
                An address is in use since {formatDate(new Date(createdAt), timezone)}. For safety
                it is not shown again.
              </p>
            )}
            <Maker madeBy={feed.data?.madeBy ?? null} />
            {feed.data?.isPasswordNewer ? (
              <p className="font-semibold text-late">
                {feed.data.madeBy} has chosen a new password since the address was made. If somebody
                else may have known the old one, replace the address or stop it.
              </p>
            ) : null}
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" onPress={() => setAsked('replace')}>
                Replace it
              </Button>
              <Button variant="danger-outline" onPress={() => setAsked('stop')}>
                Stop it
              </Button>
            </div>
          </div>
        )}
      </ListState>
      {asked === 'replace' ? (
        <ConfirmDialog
          title="Replace the address"
          text="The address that is in use stops working at once, in every calendar that reads it. Make a new one?"
          action="Make a new one"
          {...MADE}
          call={() => make.mutateAsync()}
          onClose={close}
        />
      ) : null}
      {asked === 'stop' ? <StopFeed onStopped={make.reset} onClose={close} /> : null}
    </Box>
  );
}

/** Shows who created the address; it ends when that person leaves the household. */
function Maker({ madeBy }: { madeBy: string | null }) {
  return (
    <p className="text-soft">
      {madeBy === null
        ? 'Who made it is not known: an earlier version did not note it. It works until it is replaced or stopped.'
        : `${madeBy} made it. It ends when ${madeBy} does not look after this household any more.`}
    </p>
  );
}

function NewAddress({ url }: { url: string }) {
  return (
    <div>
      <CopyField label="Address" text={url} done="Address copied" />
      <p className="mt-1.5 text-help text-soft">Copy it now: it is not shown again.</p>
    </div>
  );
}

function StopFeed({ onStopped, onClose }: { onStopped: () => void; onClose: () => void }) {
  const end = useEndFeed();
  return (
    <ConfirmDialog
      title="Stop the family calendar"
      text="The address stops working at once, in every calendar that reads it. A new one can be made later."
      action="Stop it"
      call={() => end.mutateAsync()}
      success={{ title: 'The calendar address works no more' }}
      failure="Failed to stop the calendar address"
      onDone={onStopped}
      onClose={onClose}
    />
  );
}
