import { useId } from 'react';
import { useLocation } from 'wouter';
import { useLongPress } from '#kit/web/use-long-press.ts';
import { classOf, Face, routeOf, type TileProps } from './HomeTile.tsx';

/** A tile where only a long press counts: it fills while it is held. */
export function HoldTile({ button, onHint }: TileProps) {
  const [, navigate] = useLocation();
  const hintId = useId();
  const { isHolding, handlers } = useLongPress({
    onOpen: () => navigate(routeOf(button)),
    onHint: () => onHint(`Press ${button.label} and keep holding to open it.`),
  });
  return (
    <button
      type="button"
      className={`tile-hold ${classOf(button)}`}
      data-holding={isHolding}
      aria-describedby={hintId}
      {...handlers}
    >
      <span className="tile-fill" />
      {isHolding && <span className="tile-keep">Keep holding</span>}
      <Face button={button} />
      <span id={hintId} hidden>
        Press and hold to open
      </span>
    </button>
  );
}
