import { type RefObject, useEffect, useRef } from 'react';
import { silenceAfterAct } from '#kit/web/touch/shield.ts';
import { touchValues } from '#kit/web/touch/touch-values.ts';

/**
 * Keeps the focus in a row whose buttons change with `mode`: whoever uses the keyboard is not sent to
 * the top of the page. After a press, which `pressed` notes, it goes there in any browser.
 */
export function useFocusOfRow(row: RefObject<HTMLElement | null>, mode: string) {
  const stays = useRef(false);
  // The button that goes is still there while this is rendered.
  if (hasFocus(row.current)) stays.current = true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons are others with each mode
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (stays.current && isLost) {
      row.current?.querySelector('button')?.focus({ preventScroll: true });
    }
    stays.current = false;
  }, [mode]);
  return {
    pressed: () => {
      stays.current = true;
    },
    /**
     * Undo goes by itself: by keyboard on to the next Taken. A screen that is touched does not
     * scroll by itself; there the focus stays in the row.
     */
    goOn: () => {
      if (!hasFocus(row.current) || !document.activeElement?.matches(':focus-visible')) return;
      const next = row.current && nextTaken(row.current);
      if (!next) return;
      next.focus();
      // An Enter that was meant for Undo is not to log another medicine.
      silenceAfterAct(touchValues().repeatMs);
    },
  };
}

function hasFocus(row: HTMLElement | null): boolean {
  return row?.contains(document.activeElement) ?? false;
}

/** The first Taken after that row. */
function nextTaken(row: HTMLElement): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-answers] > button:first-child')].find(
    (button) => row.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}
