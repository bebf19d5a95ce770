import star from '@phosphor-icons/core/assets/fill/star-fill.svg?raw';
import { memo } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { ShownPhoto } from '../../contract.ts';
import { wordsOf } from './photo-messages.ts';
import { Thumbnail } from './Thumbnail.tsx';

/**
 * Two lines at the lower edge, all lines on hover or focus. A border instead of padding at the
 * bottom, because padding would show the top of a third line.
 */
const CAPTION =
  'absolute inset-x-0 bottom-0 line-clamp-2 max-h-full min-h-(--print-caption) border-transparent border-b-[0.75rem] bg-surface px-3 pt-2.5 font-[600] text-[1.5rem] leading-7 group-hover:bg-key group-hover:text-white group-hover:[-webkit-line-clamp:none] group-focus-visible:bg-key group-focus-visible:text-white group-focus-visible:[-webkit-line-clamp:none] tablet:px-4.5 forced-colors:border-[Canvas]';

interface PrintProps {
  photo: ShownPhoto;
  index: number;
  count: number;
  columns: number;
  isNew: boolean;
  onFocus: (index: number) => void;
  onOpen: (index: number) => void;
}

/** A photo of the grid at the position of its index, with a visible caption. */
export const Print = memo(function Print(props: PrintProps) {
  const { photo, index, count, columns, isNew } = props;
  const row = Math.floor(index / columns);
  return (
    <li
      aria-setsize={count}
      aria-posinset={index + 1}
      className="absolute h-[calc(var(--print-pitch)-var(--print-gap))] w-(--print-cell) [contain:layout_style_size]"
      style={{
        top: `calc(${row} * var(--print-pitch))`,
        left: `calc(${index % columns} * (var(--print-cell) + var(--print-gap)))`,
      }}
    >
      <button
        type="button"
        className="group forced-border relative block size-full overflow-hidden rounded-photo bg-surface text-left shadow-e1 transition-[transform] active:[transform:scale(0.985)]"
        onFocus={() => props.onFocus(index)}
        onClick={(event) => {
          // Some browsers do not focus a pressed button. The focus returns here when the viewer
          // closes.
          event.currentTarget.focus();
          props.onOpen(index);
        }}
      >
        <Thumbnail key={photo.url} photo={photo} />
        {isNew && (
          <span className="absolute top-5 left-5 flex items-center gap-2 rounded-[1.25rem] border-2 border-white bg-key py-1 pr-3.5 pl-2.5 font-bold text-[1.5rem] text-white leading-[1.2]">
            <Icon of={star} />
            New
          </span>
        )}
        <span className={photo.caption ? CAPTION : 'sr-only'}>
          {photo.caption || wordsOf(photo, index, count)}
        </span>
      </button>
    </li>
  );
});
