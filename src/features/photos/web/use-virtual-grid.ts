import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type PrintGrid, type PrintWindow, printWindow } from './virtual-grid.ts';

interface Prints extends PrintGrid, PrintWindow {}

interface Measured {
  frame: RefObject<HTMLDivElement | null>;
  /** Element with the height of one row and its gap. */
  row: RefObject<HTMLDivElement | null>;
  /** Undefined until the grid is measured, which happens before the first paint. */
  prints: Prints | undefined;
}

/**
 * Returns the photos that must be in the DOM at the current scroll position. The layout is measured
 * only when a size changes, because a measurement during scrolling would force a layout on a slow
 * tablet.
 */
export function usePrintWindow(count: number, columnsOf: (frame: HTMLElement) => number): Measured {
  const frame = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const [prints, setPrints] = useState<Prints>();
  useLayoutEffect(() => {
    let laidOut: LaidOut | undefined;
    let lastY = window.scrollY;
    let goesUp = false;
    const look = () => {
      if (!laidOut) return;
      const { grid, top } = laidOut;
      const { scrollY } = window;
      if (scrollY !== lastY) goesUp = scrollY < lastY;
      lastY = scrollY;
      const sight = { top: scrollY - top, height: window.innerHeight, goesUp };
      const next = { ...grid, ...printWindow(grid, sight, count) };
      setPrints((before) => (before && isSame(before, next) ? before : next));
    };
    const measure = () => {
      if (frame.current && row.current) {
        laidOut = measured(frame.current, row.current, columnsOf(frame.current));
      }
      look();
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The page is observed too, because content above the grid moves it.
    for (const element of [frame.current, row.current, document.body]) {
      if (element) observer.observe(element);
    }
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', measure);
    };
  }, [count, columnsOf]);
  return { frame, row, prints };
}

interface LaidOut {
  readonly grid: PrintGrid;
  /** Distance from the top of the page to the top of the grid in pixels. */
  readonly top: number;
}

function measured(frame: HTMLElement, row: HTMLElement, columns: number): LaidOut {
  // The pitch is never 0, even if no element has a size.
  const pitch = Math.max(1, row.getBoundingClientRect().height);
  return { grid: { columns, pitch }, top: frame.getBoundingClientRect().top + window.scrollY };
}

function isSame(one: Prints, other: Prints): boolean {
  return (
    one.columns === other.columns &&
    one.pitch === other.pitch &&
    one.first === other.first &&
    one.end === other.end
  );
}
