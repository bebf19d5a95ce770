import { type RefObject, useEffect, useState } from 'react';
import { silenceAfterAct } from '#platform/web/touch/input-lock.ts';
import { touchValues } from '#platform/web/touch/touch-values.ts';

/**
 * Counts the names in a scrolling list whose end (`data-name-end`) has not been visible yet. When
 * the count reaches 0, the scroll button is replaced by another button; presses are ignored for a
 * moment then, so that a second press does not hit the new button.
 */
export function useUnseenNames(list: RefObject<HTMLElement | null>, content: string): number {
  const [unseen, setUnseen] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other names are to be seen first
  useEffect(() => {
    const root = list.current;
    if (root === null || typeof IntersectionObserver === 'undefined') return;
    const left = new Set<Element>(root.querySelectorAll('[data-name-end]'));
    let before = left.size;
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) left.delete(target);
      // If all names fit, they are visible from the start: no scroll button was pressed, so presses
      // are not ignored.
      if (left.size === 0 && before > 0 && unseenOnce) silenceAfterAct(touchValues().repeatMs);
      unseenOnce = unseenOnce || left.size > 0;
      before = left.size;
      setUnseen(left.size);
    };
    let unseenOnce = false;
    const observer = new IntersectionObserver(look, { threshold: 1 });
    for (const name of left) observer.observe(name);
    return () => observer.disconnect();
  }, [list, content]);
  return unseen;
}
