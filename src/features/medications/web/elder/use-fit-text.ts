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
 * Measures the largest type (`data-step` on the box) with which the content of `box` fits, again
 * for each `content` and size. Returns whether it overflows even at the smallest type.
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
    // The button for more needs space too, so the measurement is made without it.
    const without = () => flushSync(() => setMore(false));
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', without);
    // In the next frame, because the button for more, which appears or disappears, changes the box
    // again.
    const later = () => requestAnimationFrame(() => element.isConnected && refit());
    // The size of the box is set by the screen and does not depend on the step, so there is no
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
