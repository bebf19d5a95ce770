import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { distanceOff } from '../../domain/press-verdict.ts';
import type { SunTouch } from '../../domain/propose.ts';

/** Milliseconds that a touched sun stays visible; contacts in this time count as trembling. */
const REST_MS = 1500;

interface Down {
  readonly at: number;
  readonly isOnSun: boolean;
  readonly sinceMs: number;
}

/**
 * Measures every contact with a field on which `count` suns appear one after the other: duration,
 * drift and time since the last touch. Calls `onDone` after the last sun.
 */
export function useSunTouches(count: number, onDone: (touches: readonly SunTouch[]) => void) {
  const sun = useRef<HTMLDivElement>(null);
  const touches = useRef<SunTouch[]>([]);
  const downs = useRef(new Map<number, Down>());
  const touchedAt = useRef<number>(undefined);
  const [shown, setShown] = useState(0);
  const [isTouched, setTouched] = useState(false);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!isTouched) return;
    const timer = setTimeout(() => {
      touchedAt.current = undefined;
      setTouched(false);
      if (shown + 1 < count) setShown(shown + 1);
      else done(touches.current);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [isTouched, shown, count]);

  const boxOf = () => sun.current?.getBoundingClientRect() ?? new DOMRect();
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture?.(event.pointerId);
      const last = touchedAt.current;
      downs.current.set(event.pointerId, {
        at: event.timeStamp,
        isOnSun: distanceOff(boxOf(), { x: event.clientX, y: event.clientY }) === 0,
        sinceMs: last === undefined ? Number.POSITIVE_INFINITY : event.timeStamp - last,
      });
    },
    onPointerUp: (event: PointerEvent) => {
      const down = downs.current.get(event.pointerId);
      downs.current.delete(event.pointerId);
      if (down === undefined) return;
      const { at, isOnSun, sinceMs } = down;
      const driftPx = distanceOff(boxOf(), { x: event.clientX, y: event.clientY });
      touches.current.push({ heldMs: event.timeStamp - at, driftPx, isOnSun, sinceMs });
      if (!isOnSun || touchedAt.current !== undefined) return;
      touchedAt.current = event.timeStamp;
      setTouched(true);
    },
    onPointerCancel: ({ pointerId }: PointerEvent) => downs.current.delete(pointerId),
  };
  return { sun, shown, isTouched, handlers };
}
