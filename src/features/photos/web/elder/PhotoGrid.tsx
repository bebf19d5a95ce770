import { useState } from 'react';
import type { ShownPhoto } from '../../contract.ts';
import { usePrintWindow } from '../use-virtual-grid.ts';
import { indexesOf } from '../virtual-grid.ts';
import { Print } from './PhotoTile.tsx';
import './photo-grid.css';

/** Placeholders while the albums are loading. */
const SKELETONS = Array.from({ length: 18 }, (_, index) => index);

const FRAME =
  'prints-frame @container relative [--print-columns:2] max-phone:[--print-columns:1] tablet:[--print-columns:3] broad:[--print-columns:4] wide:[--print-columns:6]';

/** Reads the number of columns from the style sheet. */
const columnsOf = (frame: HTMLElement) =>
  Number(getComputedStyle(frame).getPropertyValue('--print-columns')) || 1;

interface PhotoGridProps {
  photos: readonly ShownPhoto[];
  /** Number of photos on all pages, so that the grid has its full height from the start. */
  total: number;
  /** Photos uploaded later are marked as new; null marks none. */
  seenUntil: string | null;
  onOpen: (index: number) => void;
}

/** All photos as a grid; only those near the screen are in the DOM. */
export function PhotoGrid({ photos, total, seenUntil, onOpen }: PhotoGridProps) {
  const { frame, row, prints } = usePrintWindow(total, columnsOf);
  // The focused photo, which stays in the DOM when it is scrolled out of view.
  const [focused, setFocused] = useState<number>();
  const rows = prints ? Math.ceil(total / prints.columns) : 0;
  return (
    <div ref={frame} className={FRAME}>
      <div ref={row} aria-hidden="true" className="invisible absolute h-(--print-pitch) w-0" />
      <ul
        aria-label="Photos"
        className="prints pan-list relative"
        style={{ height: `calc(${rows} * var(--print-pitch) - var(--print-gap))` }}
      >
        {prints &&
          indexesOf(prints, focused, total).map((index) => {
            const photo = photos[index];
            return (
              photo && (
                <Print
                  key={photo.id}
                  photo={photo}
                  index={index}
                  count={total}
                  columns={prints.columns}
                  isNew={seenUntil !== null && photo.uploadedAt > seenUntil}
                  onFocus={setFocused}
                  onOpen={onOpen}
                />
              )
            );
          })}
      </ul>
    </div>
  );
}

/** Placeholders for photos that are loading. */
export function PhotoSkeletons() {
  return (
    <div aria-busy="true" className={FRAME}>
      <div className="grid grid-cols-[repeat(var(--print-columns),minmax(0,1fr))] gap-(--print-gap)">
        {SKELETONS.map((index) => (
          <div
            key={index}
            aria-hidden="true"
            className="print-skeleton skeleton aspect-square rounded-photo"
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        Loading...
      </p>
    </div>
  );
}
