import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import { useState } from 'react';
import { anchorOf } from '#kit/web/arrival.ts';
import { Button } from '#kit/web/ui/Button.tsx';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { MoveArrows } from '#kit/web/ui/MoveArrows.tsx';
import { useEditFocus } from '#kit/web/use-edit-focus.ts';
import type { Photo } from '../../contract.ts';
import { nameOf, placeOf } from './album-messages.ts';
import { CaptionField } from './CaptionField.tsx';

interface PhotoCardProps {
  photo: Photo;
  total: number;
  isChosen: boolean;
  /** With Shift all of them between this one and the one before. */
  onChoose: (isRange: boolean) => void;
  /** One place up is -1. */
  onMove: (step: -1 | 1) => void;
  onDelete: () => void;
}

/** A photo with its caption; the caption is changed where it stands. */
export function PhotoCard(props: PhotoCardProps) {
  const { photo, isChosen } = props;
  const [isEditing, setEditing] = useState(false);
  const card = useEditFocus<HTMLLIElement>(isEditing);
  return (
    <li
      ref={card}
      id={anchorOf(photo.id)}
      className={`relative flex flex-col gap-2.5 rounded-box border p-2.5 ${isChosen ? 'border-photos bg-photos-tint outline-1 outline-photos' : 'border-line bg-surface'}`}
    >
      <ChooseBox {...props} />
      <img
        src={photo.thumbnailUrl ?? photo.url}
        srcSet={photo.thumbnails.map(({ url, width }) => `${url} ${width}w`).join(', ')}
        sizes="(min-width: 48em) 17rem, 90vw"
        alt={placeOf(photo, props.total)}
        loading="lazy"
        decoding="async"
        className="h-44 w-full rounded-control bg-sunk object-cover"
      />
      {isEditing ? (
        <CaptionField
          photo={photo}
          name={nameOf(photo, props.total)}
          onDone={() => setEditing(false)}
        />
      ) : (
        <>
          <p
            className={`min-h-12 flex-1 px-1 wrap-anywhere ${photo.caption ? 'font-semibold' : 'text-soft'}`}
          >
            {photo.caption || 'No caption yet'}
          </p>
          <CardButtons {...props} onEdit={() => setEditing(true)} />
        </>
      )}
    </li>
  );
}

/** A tick on the picture; the browser's own box, which says of a press whether Shift was down. */
function ChooseBox({ photo, total, isChosen, onChoose }: PhotoCardProps) {
  return (
    <label className="absolute top-4 left-4 grid size-11.5 place-items-center rounded-control bg-surface/90 has-focus-visible:focus-ring">
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={`Choose ${nameOf(photo, total)}`}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onClick={({ shiftKey }) => onChoose(shiftKey)}
        onChange={() => undefined}
      />
      <span
        className={`pointer-events-none grid size-7 place-items-center rounded-badge border-2 ${isChosen ? 'border-ink bg-ink text-white' : 'border-line-strong bg-white'}`}
      >
        {isChosen ? <Icon of={check} className="text-[1.1rem]" /> : null}
      </span>
    </label>
  );
}

function CardButtons({
  photo,
  total,
  onMove,
  onEdit,
  onDelete,
}: PhotoCardProps & { onEdit: () => void }) {
  const name = nameOf(photo, total);
  return (
    <div className="flex items-center gap-1.5">
      <MoveArrows name={name} order={photo.order} total={total} onMove={onMove} />
      <span className="flex-1" />
      <Button
        variant="quiet"
        icon={pencil}
        data-edit=""
        className="size-11.5 px-0"
        aria-label={`Edit the caption of ${name}`}
        onPress={onEdit}
      >
        {null}
      </Button>
      <Button
        variant="danger-quiet"
        icon={trash}
        className="size-11.5 px-0"
        aria-label={`Delete ${name}`}
        onPress={onDelete}
      >
        {null}
      </Button>
    </div>
  );
}
