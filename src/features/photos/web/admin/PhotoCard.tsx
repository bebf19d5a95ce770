import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import { useState } from 'react';
import { Button } from '#kit/web/ui/Button.tsx';
import { MoveArrows } from '#kit/web/ui/MoveArrows.tsx';
import { useEditFocus } from '#kit/web/use-edit-focus.ts';
import type { Photo } from '../../contract.ts';
import { nameOf, placeOf } from './album-messages.ts';
import { CaptionField } from './CaptionField.tsx';

interface PhotoCardProps {
  photo: Photo;
  total: number;
  /** One place up is -1. */
  onMove: (step: -1 | 1) => void;
  onDelete: () => void;
}

/** A photo with its caption; the caption is changed where it stands. */
export function PhotoCard(props: PhotoCardProps) {
  const { photo } = props;
  const [isEditing, setEditing] = useState(false);
  const card = useEditFocus<HTMLLIElement>(isEditing);
  return (
    <li
      ref={card}
      className="flex flex-col gap-2.5 rounded-box border border-line bg-surface p-2.5"
    >
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
