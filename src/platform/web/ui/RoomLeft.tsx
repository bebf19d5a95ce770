import type { ReactNode } from 'react';
import { counted } from '#platform/shared/limits.ts';

interface RoomLeftProps {
  /** Current number of items (`used`) and their quota (`most`); undefined while loading. */
  used: number | undefined;
  most: number | undefined;
  /** Noun for the counted items, in the plural. */
  things: string;
  /** Advice on how to get below the quota, as the start of a sentence. */
  wayOut?: string;
  place?: 'beside' | 'above';
  /** The control that adds an item; shown until the quota is reached. */
  children: ReactNode;
}

/** The remaining number is shown if at most this fraction (1/10) of the quota is left. */
const LITTLE = 0.1;

const PLACES = {
  beside: 'flex flex-wrap items-center gap-x-5 gap-y-2',
  above: 'grid gap-3',
};

/**
 * Shows how many more items can be added, if few. When the quota is reached, shows a message
 * instead of the control.
 */
export function RoomLeft(props: RoomLeftProps) {
  const { used, most, things, wayOut = 'Delete one that is over', children } = props;
  if (used === undefined || most === undefined) return children;
  const left = most - used;
  if (left <= 0) {
    return (
      <p className="max-w-130 text-soft">
        There is no room for more {things}: {used.toLocaleString('en-US')} of{' '}
        {most.toLocaleString('en-US')} are there. {wayOut}, or ask whoever runs this server for more
        room.
      </p>
    );
  }
  if (left > Math.max(1, Math.floor(most * LITTLE))) return children;
  const [number, thing] = counted(left, things).split(' ');
  return (
    <div className={PLACES[props.place ?? 'beside']}>
      <p className="text-soft">
        There is room for {number} more {thing}.
      </p>
      {children}
    </div>
  );
}
