import { useState } from 'react';
import type { ShownPhoto } from '../../contract.ts';
import { usePrintWindow } from '../use-virtual-grid.ts';
import { indexesOf } from '../virtual-grid.ts';
import { Print } from './PhotoTile.tsx';
import './photo-grid.css';

/** How many places stand there while the albums are read. */
const SKELETONS = Array.from({ length: 18 }, (_, index) => index);

const FRAME =
  'prints-frame @container relative [--print-columns:2] max-phone:[--print-columns:1] tablet:[--print-columns:3] broad:[--print-columns:4] wide:[--print-columns:6]';

/** As the styles say. */
const columnsOf = (frame: HTMLElement) =>
  Number(getComputedStyle(frame).getPropertyValue('--print-columns')) || 1;

interface PhotoGridProps {
  photos: readonly ShownPhoto[];
  /** How many there will be when all are read: the grid has its whole height from the beginning. */
  total: number;
  /** What was uploaded later is new to this person; null: nothing is marked. */
  seenUntil: string | null;
  onOpen: (index: number) => void;
}

/** All photos as prints, of which only those near the screen are on the page. */
export function PhotoGrid({ photos, total, seenUntil, onOpen }: PhotoGridProps) {
  const { frame, row, prints } = usePrintWindow(total, columnsOf);
  // A print that has the focus stays where it is, however far it was scrolled away.
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

/** The places of photos that are still being read. */
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
