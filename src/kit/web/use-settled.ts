import { useEffect, useState } from 'react';

/** Who types on does not ask for every letter, in milliseconds. */
const TYPING_MS = 200;

/** A value, once it has stayed the same for a moment (debouncing). */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
