import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const WRONG = 'input[aria-invalid="true"], textarea[aria-invalid="true"], [data-invalid] button';

/** Brings the focus to the first field that is wrong, once the errors stand on the screen. */
export function useFirstError(): { form: RefObject<HTMLFormElement | null>; show: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [attempt]);
  return { form, show: useCallback(() => setAttempt((count) => count + 1), []) };
}
