import { useEffect, useRef, useState } from 'react';

/** What was said here a moment ago is taken back with one press for so long. */
const UNDO_MS = 30_000;

/** Whether what was answered here can still be taken back at once; `onOver` is before it cannot. */
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
