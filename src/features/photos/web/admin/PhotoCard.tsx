import move from '@phosphor-icons/core/assets/bold/arrows-out-cardinal-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import { useState } from 'react';
import { anchorOf } from '#platform/web/scroll-to-anchor.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { MoveArrows } from '#platform/web/ui/MoveArrows.tsx';
import { useEditFocus } from '#platform/web/use-edit-focus.ts';
import type { Photo } from '../../contract.ts';
import { nameOf, placeOf } from './album-messages.ts';
import { CaptionField } from './CaptionField.tsx';

interface PhotoCardProps {
  photo: Photo;
  total: number;
  isChosen: boolean;
  isLifted: boolean;
  /**
   * Selects the photo. With `isRange` (Shift), selects all photos from the previously pressed one
   * to this one.
   */
  onChoose: (isRange: boolean) => void;
  /** Starts moving the photo, or drops the one that is being moved. */
  onLift: () => void;
  /** -1 is one position up. */
  onMove: (step: -1 | 1) => void;
  onDelete: () => void;
}

/** A photo with its caption, which can be edited in place. */
export function PhotoCard(props: PhotoCardProps) {
  const { photo, isChosen, isLifted } = props;
  const [isEditing, setEditing] = useState(false);
  const card = useEditFocus<HTMLDivElement>(isEditing);
  return (
    <div
      ref={card}
      id={anchorOf(photo.id)}
      className={`relative flex h-full scroll-mt-4 scroll-mb-44 flex-col gap-2.5 rounded-box border p-2.5 ${isLifted ? 'shadow-e3' : ''} ${isChosen || isLifted ? 'border-photos bg-photos-tint outline-1 outline-photos' : 'border-line bg-surface'}`}
    >
      <ChooseBox {...props} />
      <Picture {...props} />
      {isEditing ? (
        <CaptionField
          photo={photo}
          name={nameOf(photo, props.total)}
          onDone={() => setEditing(false)}
        />
      ) : (
        <>
          <p
            title={photo.caption}
            className={`line-clamp-2 h-12 px-1 wrap-anywhere ${photo.caption ? 'font-semibold' : 'text-soft'}`}
          >
            {photo.caption || 'No caption yet'}
          </p>
          <CardButtons {...props} onEdit={() => setEditing(true)} />
        </>
      )}
    </div>
  );
}

/** The picture, which can be dragged, and the handle for keyboard and presses. */
function Picture({ photo, total, isLifted, onLift }: PhotoCardProps) {
  return (
    <div draggable={total > 1} className="relative cursor-grab active:cursor-grabbing">
      <img
        src={photo.thumbnailUrl ?? photo.url}
        srcSet={photo.thumbnails.map(({ url, width }) => `${url} ${width}w`).join(', ')}
        sizes="(min-width: 48em) 17rem, 90vw"
        alt={placeOf(photo, total)}
        loading="lazy"
        decoding="async"
        draggable={false}
        className="h-44 w-full rounded-control bg-sunk object-cover"
      />
      {total > 1 ? (
        <button
          type="button"
          data-lift=""
          aria-pressed={isLifted}
          aria-label={`Move ${nameOf(photo, total)}`}
          className="absolute top-1.5 right-1.5 grid size-11.5 cursor-grab place-items-center rounded-control bg-surface/90 text-[1.4rem] hover:bg-surface aria-pressed:bg-ink aria-pressed:text-white"
          onClick={onLift}
        >
          <Icon of={move} />
        </button>
      ) : null}
    </div>
  );
}

/**
 * Checkbox on the picture. A native one, because its click event reports whether Shift was pressed.
 */
function ChooseBox({ photo, total, isChosen, onChoose }: PhotoCardProps) {
  return (
    <label className="absolute top-4 left-4 z-1 grid size-11.5 place-items-center rounded-control bg-surface/90 has-focus-visible:focus-ring">
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
      />
      <Button
        variant="danger-quiet"
        icon={trash}
        className="size-11.5 px-0"
        aria-label={`Delete ${name}`}
        onPress={onDelete}
      />
    </div>
  );
}
