import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import stop from '@phosphor-icons/core/assets/bold/stop-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import type { PhotoUploads, UploadsState } from './photo-uploads.ts';
import { type QueuedPhoto, sumOf } from './upload-queue.ts';

export interface Uploads extends UploadsState {
  all: Pick<
    PhotoUploads,
    | 'add'
    | 'keep'
    | 'addKept'
    | 'forgetKept'
    | 'stop'
    | 'clear'
    | 'typeCaption'
    | 'leaveCaption'
    | 'showCaptions'
  >;
}

/** True if uploads, rejected photos or caption fields are visible. */
export function areUploadsVisible({ photos, isCaptioning }: Uploads): boolean {
  const { isOver, refused } = sumOf(photos);
  return !isOver || refused.length > 0 || isCaptioning;
}

/** Total progress of the uploads with a cancel button; null without uploads. */
export function UploadProgress({ uploads }: { uploads: Uploads }) {
  const { photos, isBroken, isCaptioning, all } = uploads;
  const { place, total, share, isOver } = sumOf(photos);
  if (isOver) return null;
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <Progress label={`Uploading ${place} of ${total}…`} share={share} />
        <p role="status" className="text-help text-soft empty:hidden">
          {isBroken ? 'The server cannot be reached. It goes on by itself when it can.' : null}
        </p>
      </div>
      {isCaptioning ? null : (
        <Button variant="outline" icon={pencil} onPress={() => all.showCaptions(true)}>
          Add captions
        </Button>
      )}
      <Button variant="outline" icon={stop} onPress={all.stop}>
        Stop
      </Button>
    </div>
  );
}

export function RefusedPhotos({ uploads: { photos, captions, all } }: { uploads: Uploads }) {
  const { refused, isOver } = sumOf(photos);
  return (
    <div role="status">
      {refused.length > 0 ? (
        <div className="flex gap-3 rounded-box bg-danger-tint px-5 py-4 text-danger-deep">
          <Icon of={warning} className="mt-0.5 text-[1.4rem]" />
          <div className="min-w-0 flex-1">
            <p className="font-bold">
              {refused.length === 1
                ? '1 photo was not taken'
                : `${refused.length} photos were not taken`}
            </p>
            <ul className="mt-1 grid max-h-72 gap-1 overflow-auto">
              {refused.map((photo) => (
                <Refused
                  key={photo.key}
                  photo={photo}
                  caption={captions.get(photo.key)?.text.trim()}
                />
              ))}
            </ul>
          </div>
          {isOver ? (
            <Button variant="quiet" icon={x} aria-label="Close the list" onPress={all.clear}>
              Close
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

interface RefusedProps {
  photo: QueuedPhoto;
  /** The typed caption, shown so that it is not lost. */
  caption: string | undefined;
}

function Refused({ photo: { name, reason }, caption }: RefusedProps) {
  return (
    <li className="wrap-anywhere">
      <strong className="font-semibold">{name}</strong>: {reason}
      {caption ? ` Its caption: “${caption}”` : null}
    </li>
  );
}
