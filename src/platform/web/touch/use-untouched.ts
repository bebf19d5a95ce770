import { useEffect, useEffectEvent, useRef } from 'react';

interface Untouched {
  /** Required time without a touch, in milliseconds. */
  readonly ms: number;
  /** If false, the time does not count; it starts again when the value becomes true. */
  readonly isWanted: boolean;
  readonly onOver: () => void;
}

const BEGINS = ['pointerdown', 'keydown', 'wheel'] as const;
const ENDS = ['pointerup', 'pointercancel'] as const;

/**
 * Calls `onOver` when the page was not touched for `ms`, and again after each further `ms`. A
 * finger that is down when the time ends postpones the call by another `ms`. Mouse movement does
 * not count as a touch.
 */
export function useUntouched({ ms, isWanted, onOver }: Untouched): void {
  const over = useEffectEvent(onOver);
  const down = useRef(new Set<number>());
  const restart = useRef(() => {});
  useEffect(() => {
    const fingers = down.current;
    const ending = new AbortController();
    const options = { capture: true, passive: true, signal: ending.signal };
    const begin = (event: Event) => {
      if (event instanceof PointerEvent) fingers.add(event.pointerId);
      restart.current();
    };
    const end = ({ pointerId }: PointerEvent) => {
      fingers.delete(pointerId);
      restart.current();
    };
    for (const type of BEGINS) window.addEventListener(type, begin, options);
    for (const type of ENDS) window.addEventListener(type, end, options);
    // Forgets all fingers when the window loses the focus, because a release elsewhere is not
    // reported.
    window.addEventListener('blur', () => fingers.clear(), options);
    return () => ending.abort();
  }, []);
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      timer = setTimeout(fire, ms);
    };
    const fire = () => {
      start();
      if (down.current.size === 0) over();
    };
    restart.current = start;
    start();
    return () => {
      clearTimeout(timer);
      restart.current = () => {};
    };
  }, [ms, isWanted]);
}
