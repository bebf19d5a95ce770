import restoreIcon from '@phosphor-icons/core/assets/bold/arrow-counter-clockwise-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import binIcon from '@phosphor-icons/core/assets/duotone/trash-duotone.svg?raw';
import { useState } from 'react';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { useAction } from '#platform/web/forms/use-action.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { BinItem } from '../contract.ts';
import { deletedByMessage, leftMessage, restoredMessage, whatMessage } from './bin-messages.ts';
import { useBin, useEmptyBin, useErase, useRestore } from './queries.ts';

interface BinProps {
  timezone: string;
  /** True for the super_admin; the server refuses all others. */
  mayErasePeople: boolean;
}

const isPerson = ({ kind }: BinItem) => kind === 'person';

export function Bin({ timezone, mayErasePeople }: BinProps) {
  const query = useBin();
  const [asking, setAsking] = useState<BinItem | 'all'>();
  const items = query.data?.pages.flat() ?? [];
  const close = () => setAsking(undefined);
  return (
    <Box title="Bin" icon={binIcon}>
      <p className="mb-3 text-soft">
        What you delete can be restored for 30 days, then it is gone for good. Until then photos
        still take room. The bin is not part of a download of your data; deleted medications are in
        it all the same, because of their history.
      </p>
      <ListState
        query={query}
        isEmpty={items.length === 0}
        emptyText="The bin is empty."
        errorText="The bin could not be loaded."
      >
        <ul aria-label="Deleted things, newest first" className="mt-3 divide-y divide-line">
          {items.map((item) => (
            <BinRow
              key={item.id}
              item={item}
              timezone={timezone}
              onErase={isPerson(item) && !mayErasePeople ? undefined : () => setAsking(item)}
            />
          ))}
        </ul>
        <div className="mt-3 flex flex-wrap gap-3">
          {query.hasNextPage ? (
            <Button
              variant="outline"
              isPending={query.isFetchingNextPage}
              onPress={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          ) : null}
          <Button variant="danger-outline" icon={trash} onPress={() => setAsking('all')}>
            Empty the bin
          </Button>
        </div>
      </ListState>
      {asking === 'all' ? (
        <EmptyBin peopleStay={!mayErasePeople && items.some(isPerson)} onClose={close} />
      ) : null}
      {asking !== undefined && asking !== 'all' ? (
        <EraseItem item={asking} onClose={close} />
      ) : null}
    </Box>
  );
}

interface BinRowProps {
  item: BinItem;
  timezone: string;
  /** Undefined if the administrator may not erase the item. */
  onErase: (() => void) | undefined;
}

function BinRow({ item, timezone, onErase }: BinRowProps) {
  const now = useNow(MINUTE_MS);
  const restore = useRestore();
  const action = useAction({
    call: () => restore.mutateAsync([item.id]),
    success: (notes) => restoredMessage(`“${item.name}”`, notes),
    failure: 'Failed to restore. Please try again.',
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
      {item.pictureUrl === null ? (
        <span className="grid size-14 flex-none place-items-center rounded-control bg-ground text-soft [&_.icon]:text-[1.625rem]">
          <Icon of={binIcon} />
        </span>
      ) : (
        <img
          src={item.pictureUrl}
          alt=""
          className="size-14 flex-none rounded-control bg-ground object-cover"
        />
      )}
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="font-semibold">{item.name}</p>
        <p className="text-help text-soft">{`${whatMessage(item)} · ${leftMessage(item, now)}`}</p>
        <p className="text-help text-soft">{deletedByMessage(item, timezone)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          icon={restoreIcon}
          aria-label={`Restore ${item.name}`}
          isPending={action.isPending}
          onPress={() => action.run()}
        >
          Restore
        </Button>
        {onErase ? (
          <Button
            variant="danger-outline"
            aria-label={`Delete ${item.name} forever`}
            onPress={onErase}
          >
            Delete forever
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function EraseItem({ item, onClose }: { item: BinItem; onClose: () => void }) {
  const erase = useErase();
  return (
    <ConfirmDialog
      title="Delete forever"
      text={`Are you sure you want to delete “${item.name}” for good? It cannot be restored afterwards.`}
      action="Delete forever"
      call={() => erase.mutateAsync(item.id)}
      success={`“${item.name}” is gone for good.`}
      failure="Failed to delete. Please try again."
      onClose={onClose}
    />
  );
}

function EmptyBin({ peopleStay, onClose }: { peopleStay: boolean; onClose: () => void }) {
  const empty = useEmptyBin();
  const people = peopleStay ? ' People stay: only the super admin can delete them for good.' : '';
  return (
    <ConfirmDialog
      title="Empty the bin"
      text={`Are you sure you want to delete everything in the bin for good? Nothing of it can be restored afterwards.${people}`}
      action="Empty the bin"
      call={() => empty.mutateAsync()}
      success={peopleStay ? 'Everything but people is gone for good.' : 'The bin is empty.'}
      failure="Failed to empty the bin. Please try again."
      onClose={onClose}
    />
  );
}
