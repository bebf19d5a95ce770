import down from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?raw';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ElderButton } from './ElderButton.tsx';

/** A screen scrolls by a little less than its height, so that the eye finds its place again. */
const SHARE = 0.7;

/** Docks at the bottom while there is more below, and scrolls one screen; gone at the end. */
export function ShowMore() {
  const { end, isMore, scroll } = useMore();
  return (
    <>
      <div ref={end} aria-hidden="true" className="h-px" />
      {isMore && (
        // Without a height of its own: what it leads to does not move when it comes or goes.
        <div className="sticky bottom-0 z-10 h-0 short:hidden">
          <div className="absolute inset-x-0 bottom-0 grid min-h-23.5 place-items-center bg-surface before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-10 before:bg-linear-to-b before:from-transparent before:to-surface">
            <ElderButton icon={down} onPress={scroll}>
              Show more
            </ElderButton>
          </div>
        </div>
      )}
    </>
  );
}

/**
 * The same as a pill that floats over pictures; the last of them can be scrolled clear of it. Never
 * over what must not be covered, such as answers. On a phone another pill has room at its left.
 */
export function ShowMorePill() {
  const { end, isMore, scroll } = useMore();
  return (
    <>
      <div ref={end} aria-hidden="true" className="h-27.5 short:h-px" />
      {isMore && (
        <div className="pointer-events-none fixed inset-x-0 bottom-3.5 z-10 grid place-items-center max-tablet:justify-items-end max-tablet:px-4 short:static short:pb-4">
          <ElderButton
            icon={down}
            onPress={scroll}
            className="pointer-events-auto rounded-full! border-6 border-surface px-8 bg-clip-padding max-tablet:px-4! max-tablet:text-least! max-tablet:[&_.icon]:hidden"
          >
            Show more
          </ElderButton>
        </div>
      )}
    </>
  );
}

function useMore() {
  const end = useRef<HTMLDivElement>(null);
  const isMore = useIsBelow(end);
  const scroll = () => window.scrollBy({ top: window.innerHeight * SHARE, behavior: 'smooth' });
  return { end, isMore, scroll };
}

/** Whether an element lies below what is seen. */
function useIsBelow(element: RefObject<HTMLElement | null>): boolean {
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => {
      const latest = entries.at(-1);
      if (latest) setBelow(!latest.isIntersecting && latest.boundingClientRect.top > 0);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isBelow;
}
