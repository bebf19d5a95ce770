import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The steps go from large to small type; `dose-words.css` defines them. */
const LAST_STEP = 6;

/** Less overflow than this, in CSS pixels, is not a hidden line. */
const HARDLY = 4;

/**
 * The fraction of the height by which the list scrolls, so that the last lines stay visible for
 * orientation.
 */
const SHARE = 0.8;

/**
 * Finds the largest font size in which the content of `box` fits, and sets it as `data-step` of the
 * box. Measures again when `content` or the size of the box changes. Returns whether the content
 * overflows even at the smallest font size.
 */
export function useFitText(box: RefObject<HTMLElement | null>, content: string) {
  const [isMore, setMore] = useState(false);
  const [step, setStep] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words fit otherwise
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setMore(below(element) > HARDLY);
    const refit = () => {
      for (let step = 0; step <= LAST_STEP; step += 1) {
        element.dataset.step = String(step);
        if (element.scrollHeight <= element.clientHeight) break;
      }
      setStep(Number(element.dataset.step));
      look();
    };
    refit();
    // Hides the "more" button before the measurement, because it takes space from the box.
    const without = () => flushSync(() => setMore(false));
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', without);
    // Measures again only in the next frame, because showing or hiding the "more" button changes
    // the size of the box.
    const later = () => requestAnimationFrame(() => element.isConnected && refit());
    // The size of the box depends on the screen and not on the font size, so the observer causes no
    // feedback loop.
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(later);
    observer?.observe(element);
    document.fonts?.addEventListener('loadingdone', refit);
    return () => {
      element.removeEventListener('scroll', look);
      window.removeEventListener('resize', without);
      observer?.disconnect();
      document.fonts?.removeEventListener('loadingdone', refit);
    };
  }, [box, content]);
  useEffect(() => {
    if (content !== '') box.current?.scrollTo?.(0, 0);
  }, [box, content]);
  const showMore = () => {
    const element = box.current;
    element?.scrollBy({ top: element.clientHeight * SHARE, behavior: 'smooth' });
  };
  return { isMore, step, showMore };
}

function below({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}
