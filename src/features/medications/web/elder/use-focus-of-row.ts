import { type RefObject, useEffect, useRef } from 'react';
import { silenceAfterAct } from '#platform/web/touch/input-lock.ts';
import { touchValues } from '#platform/web/touch/touch-values.ts';

/**
 * Keeps the keyboard focus in a row whose buttons change with `mode`; otherwise the browser would
 * move it to the top of the page. The component calls `pressed` after a press, because some
 * browsers do not focus a pressed button.
 */
export function useFocusOfRow(row: RefObject<HTMLElement | null>, mode: string) {
  const stays = useRef(false);
  // The removed button is still in the document during this render, so its focus can be detected.
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
     * When Undo expires, the keyboard focus moves to the next Taken button. A touch screen must not
     * scroll without a press, so there the focus stays in the row.
     */
    goOn: () => {
      if (!hasFocus(row.current) || !document.activeElement?.matches(':focus-visible')) return;
      const next = row.current && nextTaken(row.current);
      if (!next) return;
      next.focus();
      // Key presses are ignored for a moment, because an Enter key meant for Undo must not log the
      // next medication.
      silenceAfterAct(touchValues().repeatMs);
    },
  };
}

function hasFocus(row: HTMLElement | null): boolean {
  return row?.contains(document.activeElement) ?? false;
}

/** Returns the first Taken button after that row. */
function nextTaken(row: HTMLElement): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-answers] > button:first-child')].find(
    (button) => row.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}
