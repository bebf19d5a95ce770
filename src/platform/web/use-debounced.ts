import { useEffect, useState } from 'react';

/** Debounce delay while typing, in milliseconds. */
const TYPING_MS = 200;

/** Returns the value after it has stayed the same for 200 ms (debounce). */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
