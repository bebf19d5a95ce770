import top from '@phosphor-icons/core/assets/bold/arrow-line-up-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import { useState } from 'react';
import { binPromise } from '#features/bin/domain/bin-promise.ts';
import { useUndoDeletion } from '#features/bin/web/queries.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { useAction } from '#platform/web/forms/use-action.ts';
import { toast } from '#platform/web/toasts.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import type { Photo, PhotoAlbum } from '../../contract.ts';
import { countMessage } from '../../domain/count-message.ts';
import { useMoveMany, useRemoveMany, useReorder } from '../queries.ts';
import { chosenFirst } from './choosing.ts';

interface ChosenPhotosProps {
  album: PhotoAlbum;
  albums: readonly PhotoAlbum[];
  photos: readonly Photo[];
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}

export function ChosenPhotos({ album, albums, photos, chosen, onChosen }: ChosenPhotosProps) {
  const [isDeleting, setDeleting] = useState(false);
  const none = () => onChosen(new Set());
  const ids = photos.map(({ id }) => id);
  const move = useMoving(album, ids, none);
  const remove = useRemoveMany();
  const undoable = useUndoDeletion();
  const order = useOrdering(album, ids);
  const some = ids.filter((id) => chosen.has(id));
  const others = albums.filter(({ id }) => id !== album.id);
  const count = countMessage(some.length);
  return (
    <section
      aria-label="Chosen photos"
      className="sticky bottom-4 z-10 flex flex-wrap items-center gap-3 rounded-box border border-line bg-surface p-4 shadow-e2"
    >
      <p role="status" className="font-bold">
        {`${some.length} chosen`}
      </p>
      <Button
        variant="quiet"
        icon={x}
        aria-label="Choose none"
        className="size-11.5 px-0"
        onPress={none}
      />
      {others.length > 0 ? (
        <Select
          label="Move to album"
          hidesLabel
          className="min-w-44 flex-1 tablet:flex-none"
          value={null}
          placeholder="Move to album…"
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(to) => move.run(others.find(({ id }) => id === to) ?? album, some)}
        />
      ) : null}
      <Button
        variant="outline"
        icon={top}
        isPending={order.isPending}
        onPress={() => order.run(chosenFirst(ids, chosen), 'To the top')}
      >
        To the top
      </Button>
      <Button variant="danger-outline" icon={trash} onPress={() => setDeleting(true)}>
        Delete
      </Button>
      {some.length < ids.length ? (
        <Button variant="quiet" onPress={() => onChosen(new Set(ids))}>
          {`Choose all ${ids.length}`}
        </Button>
      ) : null}
      {isDeleting ? (
        <ConfirmDialog
          title="Delete photos"
          text={`Are you sure you want to delete ${count} of “${album.name}”? ${binPromise(some.length === 1 ? 'it' : 'them')}`}
          action="Delete"
          call={() => remove.mutateAsync(some)}
          success={(removed) => ({
            title: 'Success',
            text: `${countMessage(removed)} deleted`,
            ...undoable({ name: `What was chosen of “${album.name}”`, ids: some }),
          })}
          failure="Failed to delete photos"
          onDone={none}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </section>
  );
}

/** Moves photos to another album, with an undo that restores their positions. */
function useMoving(from: PhotoAlbum, ids: string[], onDone: () => void) {
  const move = useMoveMany();
  const reorder = useReorder();
  const undo = async (some: readonly string[]) => {
    try {
      await move.mutateAsync({ albumId: from.id, ids: some });
      // Restores the positions in the album. This fails if the album has other photos by now; the
      // photos are back in the album in any case.
      await reorder.mutateAsync({ albumId: from.id, ids }).catch(() => undefined);
      toast.success('Taken back', `${countMessage(some.length)} back in “${from.name}”.`);
    } catch {
      toast.error('Error', 'Failed to move photos. Please try again.');
    }
  };
  return useAction({
    call: async (to: PhotoAlbum, some: readonly string[]) => {
      const moved = await move.mutateAsync({ albumId: to.id, ids: some });
      toast.success('Photos moved', `${countMessage(moved)} moved to “${to.name}”.`, {
        action: { label: 'Undo', onPress: () => void undo(some) },
      });
    },
    failure: 'Failed to move photos',
    onDone,
  });
}

/** Changes the order of the album, with an undo. */
export function useOrdering(album: PhotoAlbum, before: string[]) {
  const reorder = useReorder();
  const put = (ids: string[]) => reorder.mutateAsync({ albumId: album.id, ids });
  const undo = useAction({
    call: put,
    success: { title: 'Photo order updated', text: 'As it was before.' },
    failure: 'Failed to update photo order. Please try again.',
  });
  return useAction({
    call: async (ids: string[], what: string) => {
      await put(ids);
      toast.success('Photo order updated', `${what}: “${album.name}”.`, {
        action: { label: 'Undo', onPress: () => undo.run(before) },
      });
    },
    failure: 'Failed to update photo order. Please try again.',
  });
}
