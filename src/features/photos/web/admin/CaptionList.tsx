import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { FIELD_SIZES, INPUT } from '#platform/web/ui/variants.ts';
import { MAX_CAPTION_LENGTH } from '../../limits.ts';
import type { Uploads } from './UploadProgress.tsx';
import { captionMessage } from './upload-messages.ts';
import type { QueuedPhoto } from './upload-queue.ts';

/** Number of fields rendered at once, because hundreds of photos may be uploading. */
const SHOWN_AT_ONCE = 20;

/** A caption field for each photo that is uploading or was just uploaded. */
export function CaptionList({ uploads }: { uploads: Uploads }) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const photos = uploads.photos.filter(({ state }) => state !== 'refused');
  const list = useRef<HTMLElement>(null);
  useEffect(() => list.current?.querySelector('input')?.focus(), []);
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const field = event.target as HTMLInputElement;
    const fields = [...(list.current?.querySelectorAll('input') ?? [])];
    const next = fields[fields.indexOf(field) + 1];
    if (next) next.focus();
    else field.blur();
  };
  return (
    <section
      ref={list}
      aria-label="Captions"
      className="grid gap-3 rounded-box border border-line bg-surface p-4"
    >
      <ul aria-label="Photos on their way" className="grid gap-3" onKeyDown={goOn}>
        {photos.slice(0, shown).map((photo) => (
          <CaptionRow key={photo.key} photo={photo} uploads={uploads} />
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        {photos.length > shown ? (
          <Button variant="outline" onPress={() => setShown(shown + SHOWN_AT_ONCE)}>
            {`Show ${Math.min(SHOWN_AT_ONCE, photos.length - shown)} more`}
          </Button>
        ) : null}
        <Button onPress={() => uploads.all.showCaptions(false)}>Done with captions</Button>
      </div>
    </section>
  );
}

function CaptionRow({ photo, uploads }: { photo: QueuedPhoto; uploads: Uploads }) {
  const { key, name, file } = photo;
  const { captions, all } = uploads;
  const caption = captions.get(key);
  const leave = useEffectEvent(() => all.leaveCaption(key));
  useEffect(() => () => leave(), []);
  return (
    <li className="flex items-center gap-3.5">
      <Preview file={file} />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap justify-between gap-x-3 text-help">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <span className="text-soft tabular">{captionMessage(photo, caption)}</span>
        </p>
        <input
          aria-label={`Caption of ${name}`}
          placeholder="Caption"
          value={caption?.text ?? ''}
          maxLength={MAX_CAPTION_LENGTH}
          autoComplete="off"
          onChange={(event) => all.typeCaption(key, event.target.value)}
          onBlur={() => all.leaveCaption(key)}
          className={`${INPUT} ${FIELD_SIZES.usual}`}
        />
      </div>
    </li>
  );
}

/** Preview of the file, if the browser can display it. The text beside it has the file name. */
function Preview({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return (
    <span className="size-18 flex-none overflow-hidden rounded-control bg-sunk">
      <img
        ref={image}
        alt=""
        decoding="async"
        className="size-full object-cover"
        onError={({ currentTarget }) => currentTarget.classList.add('invisible')}
      />
    </span>
  );
}
