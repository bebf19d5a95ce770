import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** From generous to tight: what the steps mean stands in `dose-words.css`. */
const LAST_STEP = 6;

/** Less than this below the edge is no line of words; in CSS pixels. */
const HARDLY = 4;

/** A screen scrolls by a little less than its height, so that the eye finds its place again. */
const SHARE = 0.8;

/**
 * Finds the most generous type with which everything in `box` fits, for each `content` and size
 * anew (responsive type by measuring), and whether there is more below what is seen even so. The
 * step is written on the box as `data-step`.
 */
export function useFitting(box: RefObject<HTMLElement | null>, content: string) {
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
    // The button for more takes room itself: whether all fits is found without it.
    const without = () => flushSync(() => setMore(false));
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', without);
    // In the next frame: the button for more, which comes and goes with it, changes the box again.
    const later = () => requestAnimationFrame(() => element.isConnected && refit());
    // Its own size is what the screen leaves, and does not follow from the step.
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
