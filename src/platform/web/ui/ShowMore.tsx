import down from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?raw';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { TouchButton } from './TouchButton.tsx';

/**
 * Distance of one scroll step, as a fraction of the visible height. Less than 1, so that readers
 * find their place again.
 */
const SHARE = 0.7;

interface ShowMoreProps {
  /** Content below the button that stays docked at the bottom as well. */
  above?: ReactNode;
}

/**
 * A button docked at the bottom that scrolls down by less than one screen. It is hidden at the end
 * of the page.
 */
export function ShowMore({ above }: ShowMoreProps) {
  const { end, dock, isMore, scroll } = useMore();
  return (
    <>
      <div ref={end} aria-hidden="true" className="h-px" />
      <div ref={dock} className="sticky bottom-0 z-10 short:static">
        {isMore && (
          // The wrapper has no height, so that the content does not move when the button appears or
          // disappears.
          <div className="relative h-0 short:hidden">
            <div className="absolute inset-x-0 bottom-0 grid min-h-23.5 place-items-center bg-surface before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-10 before:bg-linear-to-b before:from-transparent before:to-surface">
              <TouchButton icon={down} onPress={scroll}>
                Show more
              </TouchButton>
            </div>
          </div>
        )}
        {above}
      </div>
    </>
  );
}

/**
 * A ShowMore button that floats over images; the space below the last image lets users scroll it
 * clear of the button. Do not use it where it would cover answers. On a phone, another button fits
 * to the left of it.
 */
export function FloatingShowMore() {
  const { end, isMore, scroll } = useMore();
  return (
    <>
      <div ref={end} aria-hidden="true" className="h-27.5 max-tablet:h-52 short:h-px" />
      {isMore && (
        <div className="pointer-events-none fixed inset-x-0 bottom-3.5 z-10 grid place-items-center max-tablet:justify-items-end max-tablet:px-4 short:static short:pb-4">
          <TouchButton
            icon={down}
            onPress={scroll}
            className="pointer-events-auto rounded-full! border-6 border-surface px-8 bg-clip-padding max-tablet:px-4! max-tablet:text-least! max-tablet:[&_.icon]:hidden"
          >
            Show more
          </TouchButton>
        </div>
      )}
    </>
  );
}

function useMore() {
  const end = useRef<HTMLDivElement>(null);
  const dock = useRef<HTMLDivElement>(null);
  const docked = useHeight(dock);
  const isMore = useIsBelow(end, docked);
  const scroll = () =>
    window.scrollBy({ top: (window.innerHeight - docked) * SHARE, behavior: 'smooth' });
  return { end, dock, isMore, scroll };
}

/** Returns the height of an element that covers the bottom of the screen, in whole pixels. */
function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setHeight(current.offsetHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

/**
 * True if the element is below the visible part of the page, of which the bottom `covered` pixels
 * are hidden.
 */
function useIsBelow(element: RefObject<HTMLElement | null>, covered: number): boolean {
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const latest = entries.at(-1);
        if (latest) setBelow(!latest.isIntersecting && latest.boundingClientRect.top > 0);
      },
      { rootMargin: `0px 0px -${covered}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, covered]);
  return isBelow;
}
