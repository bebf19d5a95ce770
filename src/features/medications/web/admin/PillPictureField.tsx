import camera from '@phosphor-icons/core/assets/bold/camera-bold.svg?raw';
import { type FocusEvent, useEffect, useRef } from 'react';
import { MAX_PILL_BYTES, TOO_LARGE } from '#features/pictures/limits.ts';
import type { PillUpload } from '#features/pictures/web/queries.ts';
import { ApiError } from '#platform/web/api.ts';
import { attempt } from '#platform/web/forms/attempt.ts';
import { toast } from '#platform/web/toasts.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileButton, FileDrop, FileTarget } from '#platform/web/ui/FileDrop.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { PillPicture } from '../PillPicture.tsx';

/**
 * The formats that the server can read. With this list, devices convert photos from other formats.
 */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

const NOT_AN_IMAGE = { title: 'Invalid file type', text: 'Please upload an image file.' };

interface PillPictureFieldProps {
  url: string | null;
  upload: PillUpload;
  onChange: (url: string | null) => void;
}

/** Chooses, shows, replaces and removes the photo of the pill. The photo is uploaded at once. */
export function PillPictureField({ url, upload, onChange }: PillPictureFieldProps) {
  const { sending } = upload;
  const choose = async (file: File) => {
    const wrong = whatIsWrong(file);
    if (wrong !== undefined) return toast.error(wrong.title, wrong.text);
    await attempt(() => upload.send(file), {
      success: { title: 'Photo uploaded' },
      failure: wordsFor,
      onDone: onChange,
    });
  };
  const pick = { types: TYPES, onFile: (file: File) => void choose(file) };
  const isEmpty = sending === undefined && url === null;
  const field = useFocusThrough(`${isEmpty} ${sending === undefined}`);
  return (
    <fieldset {...field}>
      <legend className="mb-1.5 font-semibold">
        Photo of the pill <span className="font-normal text-soft">(optional)</span>
      </legend>
      {isEmpty ? (
        <FileDrop
          {...pick}
          icon={camera}
          prompt="Drop a picture here, or choose a file"
          hint="An image, up to 5 MB"
        />
      ) : (
        <FileTarget onFile={pick.onFile}>
          <PillPicture
            url={sending?.preview ?? url}
            alt="Photo of the pill"
            isWhole
            className="h-44 rounded-box bg-call-tint text-[3rem] text-call tablet:h-35"
          />
          {sending === undefined ? (
            <div className="mt-3 flex flex-wrap gap-2">
              <FileButton {...pick} label="Replace photo">
                Replace
              </FileButton>
              <Button
                variant="danger-quiet"
                aria-label="Remove photo"
                onPress={() => onChange(null)}
              >
                Remove
              </Button>
            </div>
          ) : (
            <Sending share={sending.share} onStop={upload.stop} />
          )}
        </FileTarget>
      )}
    </fieldset>
  );
}

/** Moves the focus to the new button when the buttons change while one of them has the focus. */
function useFocusThrough(stage: string) {
  const ref = useRef<HTMLFieldSetElement>(null);
  const isHere = useRef(false);
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current === stage) return;
    shown.current = stage;
    if (isHere.current) ref.current?.querySelector<HTMLElement>('[data-acts]')?.focus();
  }, [stage]);
  return {
    ref,
    onFocus: () => {
      isHere.current = true;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) isHere.current = false;
    },
  };
}

function Sending({ share, onStop }: { share: number; onStop: () => void }) {
  return (
    <div className="mt-3 flex items-center gap-3">
      <div className="flex-1">
        <Progress label="Uploading" share={share} />
      </div>
      <Button data-acts="" variant="quiet" aria-label="Stop the upload" onPress={onStop}>
        Stop
      </Button>
    </div>
  );
}

/** Returns title and text of an error that is detected before the upload. */
function whatIsWrong(file: File) {
  if (!file.type.startsWith('image/')) return NOT_AN_IMAGE;
  return file.size > MAX_PILL_BYTES ? { title: 'File too large', text: TOO_LARGE } : undefined;
}

/** Returns title and text of an error of the upload. */
function wordsFor(error: unknown) {
  const { status, sentence } = error instanceof ApiError ? error : {};
  if (status === 415) return NOT_AN_IMAGE;
  if (status === 413) return { title: 'File too large', text: sentence ?? TOO_LARGE };
  const isFull = status === 507 || status === 503;
  const text = (isFull && sentence) || 'Failed to upload photo. Please try again.';
  return { title: 'Upload failed', text };
}
