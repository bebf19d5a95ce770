import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type PrintGrid, type PrintWindow, printWindow } from './print-window.ts';

interface Prints extends PrintGrid, PrintWindow {}

interface Measured {
  /** Around the grid. */
  frame: RefObject<HTMLDivElement | null>;
  /** As high as one row with the gap after it. */
  row: RefObject<HTMLDivElement | null>;
  /** Unknown until the grid was measured, before anything is painted. */
  prints: Prints | undefined;
}

/** Which prints stand on the page as it scrolls; what the style sheet decides is measured. */
export function usePrintWindow(count: number): Measured {
  const frame = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const [prints, setPrints] = useState<Prints>();
  useLayoutEffect(() => {
    const look = () => {
      if (!frame.current || !row.current) return;
      const next = measured(frame.current, row.current, count);
      setPrints((before) => (before && isSame(before, next) ? before : next));
    };
    look();
    const observer = new ResizeObserver(look);
    for (const { current } of [frame, row]) if (current) observer.observe(current);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [count]);
  return { frame, row, prints };
}

function measured(frame: HTMLElement, row: HTMLElement, count: number): Prints {
  const columns = Number(getComputedStyle(frame).getPropertyValue('--print-columns')) || 1;
  // Never 0, also where nothing has a size.
  const grid = { columns, pitch: Math.max(1, row.getBoundingClientRect().height) };
  const sight = { top: -frame.getBoundingClientRect().top, height: window.innerHeight };
  return { ...grid, ...printWindow(grid, sight, count) };
}

function isSame(one: Prints, other: Prints): boolean {
  return (
    one.columns === other.columns &&
    one.pitch === other.pitch &&
    one.first === other.first &&
    one.end === other.end
  );
}
