import down from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?raw';
import up from '@phosphor-icons/core/assets/bold/arrow-up-bold.svg?raw';
import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#kit/web/ui/Button.tsx';
import type { Photo } from '../../contract.ts';
import { nameOf, placeOf } from './album-words.ts';
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
  const card = useRef<HTMLLIElement>(null);
  const stop = () => {
    setEditing(false);
    // The pencil stands there again when this has been drawn.
    requestAnimationFrame(() => card.current?.querySelector<HTMLElement>('[data-edit]')?.focus());
  };
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
        <CaptionField photo={photo} name={nameOf(photo, props.total)} onDone={stop} />
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
  const keepFocus = useFocusThroughMoves(photo.order);
  const arrow = (icon: string, word: string, step: -1 | 1) => {
    const place = photo.order + step;
    const isEnd = place < 0 || place >= total;
    return (
      <Button
        look="outline"
        icon={icon}
        className={`size-11.5 px-0 ${isEnd ? 'opacity-45' : ''}`}
        aria-label={`Move ${name} ${word}`}
        // Not truly disabled: who has just moved it to the end must not lose the keyboard's place.
        {...(isEnd ? { 'aria-disabled': true } : {})}
        onPress={(event) => {
          if (isEnd) return;
          keepFocus(event.target);
          onMove(step);
        }}
      >
        {null}
      </Button>
    );
  };
  return (
    <div className="flex items-center gap-1.5">
      {arrow(up, 'up', -1)}
      {arrow(down, 'down', 1)}
      <span className="flex-1" />
      <Button
        look="quiet"
        icon={pencil}
        data-edit=""
        className="size-11.5 px-0"
        aria-label={`Edit the caption of ${name}`}
        onPress={onEdit}
      >
        {null}
      </Button>
      <Button
        look="danger-quiet"
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

/** A card that moves in the page loses the focus that was in it; this gives it back. */
function useFocusThroughMoves(order: number) {
  const pressed = useRef<Element>(undefined);
  const shown = useRef(order);
  useEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    const { current } = pressed;
    if (current instanceof HTMLElement && document.activeElement !== current) {
      current.focus({ preventScroll: true });
    }
    current?.scrollIntoView({ block: 'nearest' });
    pressed.current = undefined;
  }, [order]);
  return (target: Element) => {
    pressed.current = target;
  };
}
