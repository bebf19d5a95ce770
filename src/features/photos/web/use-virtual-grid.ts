import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type PrintGrid, type PrintWindow, printWindow } from './virtual-grid.ts';

interface Prints extends PrintGrid, PrintWindow {}

interface Measured {
  /** Around the grid. */
  frame: RefObject<HTMLDivElement | null>;
  /** As high as one row with the gap after it. */
  row: RefObject<HTMLDivElement | null>;
  /** Unknown until the grid was measured, before anything is painted. */
  prints: Prints | undefined;
}

/**
 * Which prints stand on the page as it scrolls. What the style sheet decides is measured when a size
 * changes; scrolling itself measures nothing, because a slow tablet would lay the page out each time.
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
    // The page too: what stands above the grid moves it.
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
  /** From the top of the page to the top of the grid, in pixels. */
  readonly top: number;
}

function measured(frame: HTMLElement, row: HTMLElement, columns: number): LaidOut {
  // Never 0, also where nothing has a size.
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
