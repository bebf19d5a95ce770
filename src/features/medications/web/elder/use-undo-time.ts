import { useEffect, useRef, useState } from 'react';

/** Undo is offered for this long after an answer. */
const UNDO_MS = 30_000;

/**
 * Tracks whether the answer can still be undone with one press; `onOver` is called just before that
 * ends.
 */
export function useUndoTime(onOver: () => void) {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const begin = () => {
    clearTimeout(timer.current);
    setOpen(true);
    timer.current = setTimeout(() => {
      onOver();
      setOpen(false);
    }, UNDO_MS);
  };
  return { isOpen, begin, end };
}
