import type { ReactNode } from 'react';
import { counted } from '#kit/shared/limits.ts';

interface RoomLeftProps {
  /** How many there are, and can be; undefined while that is being read. */
  used: number | undefined;
  most: number | undefined;
  /** What they are, in the plural. */
  things: string;
  /** What is done to have room again, at the beginning of a sentence. */
  wayOut?: string;
  place?: 'beside' | 'above';
  /** What adds one: it stands here while there is room. */
  children: ReactNode;
}

/** Of what there can be a tenth or less is left, and one at least: then it is said. */
const LITTLE = 0.1;

const PLACES = {
  beside: 'flex flex-wrap items-center gap-x-5 gap-y-2',
  above: 'grid gap-3',
};

/** Says how much room is left when it is little, and instead of what adds that there is none. */
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
