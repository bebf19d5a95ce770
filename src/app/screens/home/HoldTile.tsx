import { useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { useLongPress } from '#platform/web/use-long-press.ts';
import { classOf, Face, routeOf, type TileProps } from './HomeTile.tsx';
import './hold-tile.css';

/** Display time of "Keep holding" after a press that was too short, in milliseconds. */
const HINT_MS = 4_000;

/** A home button that opens only after a long press; it fills with colour while it is held. */
export function HoldTile({ button, onHint }: TileProps) {
  const [, navigate] = useLocation();
  const hintId = useId();
  /**
   * Number of presses that were too short, since the hint appeared. Each press restarts the timer
   * of the hint.
   */
  const [tooShort, setTooShort] = useState(0);
  useEffect(() => {
    if (tooShort === 0) return undefined;
    const timer = setTimeout(() => setTooShort(0), HINT_MS);
    return () => clearTimeout(timer);
  }, [tooShort]);
  const { isHolding, handlers } = useLongPress({
    onOpen: () => navigate(routeOf(button)),
    onHint: () => {
      setTooShort((times) => times + 1);
      onHint(`Press ${button.label} and keep holding to open it.`);
    },
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
      {(isHolding || tooShort > 0) && <span className="tile-keep">Keep holding</span>}
      <Face button={button} />
      <span id={hintId} hidden>
        Press and hold to open
      </span>
    </button>
  );
}
