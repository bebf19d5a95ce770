import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import share from '@phosphor-icons/core/assets/duotone/export-duotone.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { FileButton, FileTarget } from '#kit/web/ui/FileDrop.tsx';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { Progress } from '#kit/web/ui/Progress.tsx';
import type { PhotoAlbum } from '../../contract.ts';
import { type QueuedPhoto, sumOf } from './photo-queue.ts';

/** What the server can read. Devices that photograph in another format convert for this list. */
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

interface PhotoDropProps {
  /** Where they go. */
  album: PhotoAlbum | undefined;
  queue: {
    photos: readonly QueuedPhoto[];
    add: (file: File, albumId: string) => void;
    forget: () => void;
  };
}

/** Takes photos for the open album, tells how far they are, and names those that were refused. */
export function PhotoDrop({ album, queue }: PhotoDropProps) {
  const sum = sumOf(queue.photos);
  const add = (file: File) => {
    if (album === undefined) toast.error('Error', 'Please select an album first');
    else queue.add(file, album.id);
  };
  return (
    <div className="grid gap-3">
      <FileTarget onFile={add} isMany>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-box border-2 border-line-strong border-dashed bg-ground px-5 py-5 group-data-drop-target:border-photos group-data-drop-target:bg-photos-tint tablet:px-7">
          <Icon of={share} className="text-[2.4rem] text-photos [--glyph:#fff]" />
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-bold">
              {album ? `Drop photos for “${album.name}” here` : 'Drop photos here'}
            </p>
            <p className="text-help text-soft">JPG, PNG or GIF, up to 10 MB each.</p>
            {sum.isOver ? null : (
              <div className="mt-2">
                <Progress label={`Uploading ${sum.place} of ${sum.total}…`} share={sum.share} />
              </div>
            )}
          </div>
          <FileButton types={TYPES} onFile={add} isMany>
            Choose photos
          </FileButton>
        </div>
      </FileTarget>
      {sum.isOver ? null : <OnTheirWay photos={queue.photos} />}
      <div role="status">
        {sum.refused.length > 0 ? (
          <Refused photos={sum.refused} canClose={sum.isOver} onClose={queue.forget} />
        ) : null}
      </div>
    </div>
  );
}

function OnTheirWay({ photos }: { photos: readonly QueuedPhoto[] }) {
  const sending = photos.filter(({ state }) => state === 'sending');
  return (
    <ul aria-label="Photos on their way" className="grid gap-3 px-2 tablet:grid-cols-2">
      {sending.map(({ key, name, share: sent }) => (
        <li key={key} className="min-w-0 wrap-anywhere">
          <Progress label={name} share={sent} />
        </li>
      ))}
    </ul>
  );
}

interface RefusedProps {
  photos: readonly QueuedPhoto[];
  canClose: boolean;
  onClose: () => void;
}

function Refused({ photos, canClose, onClose }: RefusedProps) {
  return (
    <div className="flex gap-3 rounded-box bg-danger-tint px-5 py-4 text-danger-deep">
      <Icon of={warning} className="mt-0.5 text-[1.4rem]" />
      <div className="min-w-0 flex-1">
        <p className="font-bold">
          {photos.length === 1 ? '1 photo was not taken' : `${photos.length} photos were not taken`}
        </p>
        <ul className="mt-1 grid gap-1">
          {photos.map(({ key, name, reason }) => (
            <li key={key} className="wrap-anywhere">
              <strong className="font-semibold">{name}</strong>: {reason}
            </li>
          ))}
        </ul>
      </div>
      {canClose ? (
        <Button variant="quiet" icon={x} aria-label="Close the list" onPress={onClose}>
          Close
        </Button>
      ) : null}
    </div>
  );
}
