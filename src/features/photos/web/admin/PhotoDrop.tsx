import share from '@phosphor-icons/core/assets/duotone/export-duotone.svg?raw';
import { toast } from '#platform/web/toasts.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileButton, FileTarget } from '#platform/web/ui/FileDrop.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import type { PhotoAlbum } from '../../contract.ts';
import { countMessage } from '../../domain/count-message.ts';
import { CaptionList } from './CaptionList.tsx';
import { RefusedPhotos, UploadProgress, type Uploads } from './UploadProgress.tsx';
import type { QueuedPhoto } from './upload-queue.ts';

/**
 * Formats that the server can read. Phones with another camera format convert photos to one of this
 * list.
 */
const READABLE = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** Devices without touch may have copied HEIC files, which the file dialog must not hide. */
const TYPES = navigator.maxTouchPoints > 1 ? READABLE : [...READABLE, '.heic', '.heif'];

interface PhotoDropProps {
  album: PhotoAlbum | undefined;
  uploads: Uploads;
}

/** Accepts photos for the open album, shows their progress and lists rejected ones. */
export function PhotoDrop({ album, uploads }: PhotoDropProps) {
  const add = (file: File) => {
    if (album !== undefined) return uploads.all.add(file, album.id);
    uploads.all.keep(file);
    toast.error('Error', 'Please select an album first');
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
            <p className="text-help text-soft">JPG, PNG, GIF, WebP or HEIC, up to 10 MB each.</p>
            <UploadProgress uploads={uploads} />
          </div>
          <FileButton types={TYPES} onFile={add} isMany>
            Choose photos
          </FileButton>
        </div>
      </FileTarget>
      <WithoutAlbum album={album} uploads={uploads} />
      {uploads.isCaptioning ? (
        <CaptionList uploads={uploads} />
      ) : (
        <OnTheirWay photos={uploads.photos} />
      )}
      <RefusedPhotos uploads={uploads} />
    </div>
  );
}

/** Photos that were added without an open album; offers the open album for them. */
function WithoutAlbum({ album, uploads: { withoutAlbum, all } }: PhotoDropProps) {
  const count = withoutAlbum.length;
  if (count === 0) return null;
  const photos = countMessage(count);
  const addTo = ({ id }: PhotoAlbum) => {
    toast.closeError();
    all.addKept(id);
  };
  return (
    <section
      aria-label="Photos without an album"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-box border border-line bg-surface px-5 py-4 tablet:px-7"
    >
      <p className="min-w-0 flex-1 basis-60">
        <strong className="block font-bold">
          {count === 1 ? '1 photo waits for an album' : `${count} photos wait for an album`}
        </strong>
        {album ? null : <span className="text-help text-soft">Open or add one above.</span>}
      </p>
      <div className="flex flex-wrap gap-3">
        {album ? (
          <Button className="wrap-anywhere" onPress={() => addTo(album)}>
            {`Put ${photos} into “${album.name}”`}
          </Button>
        ) : null}
        <Button variant="outline" onPress={all.forgetKept}>
          Discard
        </Button>
      </div>
    </section>
  );
}

function OnTheirWay({ photos }: { photos: readonly QueuedPhoto[] }) {
  const sending = photos.filter(({ state }) => state === 'sending');
  if (sending.length === 0) return null;
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
