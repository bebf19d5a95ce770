import star from '@phosphor-icons/core/assets/fill/star-fill.svg?raw';
import { memo } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import type { ShownPhoto } from '../../contract.ts';
import { wordsOf } from './photo-messages.ts';
import { Thumbnail } from './Thumbnail.tsx';

interface PrintProps {
  photo: ShownPhoto;
  index: number;
  count: number;
  columns: number;
  isNew: boolean;
  onFocus: (index: number) => void;
  onOpen: (index: number) => void;
}

/** One photo of the grid, at the place that its index gives it, with its caption always visible. */
export const Print = memo(function Print(props: PrintProps) {
  const { photo, index, count, columns, isNew } = props;
  const row = Math.floor(index / columns);
  return (
    <li
      aria-setsize={count}
      aria-posinset={index + 1}
      className="print-place"
      style={{
        top: `calc(${row} * var(--print-pitch))`,
        left: `calc(${index % columns} * (var(--print-cell) + var(--print-gap)))`,
      }}
    >
      <button
        type="button"
        className="print forced-border"
        onFocus={() => props.onFocus(index)}
        onClick={(event) => {
          // Not every browser gives it; the focus comes back here when the viewer is closed.
          event.currentTarget.focus();
          props.onOpen(index);
        }}
      >
        <Thumbnail key={photo.url} photo={photo} />
        {isNew && (
          <span className="print-new">
            <Icon of={star} />
            New
          </span>
        )}
        <span className={photo.caption ? 'print-caption' : 'sr-only'}>
          {photo.caption || wordsOf(photo, index, count)}
        </span>
      </button>
    </li>
  );
});
