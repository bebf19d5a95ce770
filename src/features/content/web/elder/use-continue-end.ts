import { useEffect, useReducer } from 'react';
import { ASKS_AFTER_MS, continueEndAfter } from './continue-end.ts';

/** The Continue / End bar of one visit; its timer starts when the component mounts. */
export function useContinueEnd(onEnd: () => void) {
  const [bar, send] = useReducer(continueEndAfter, 'not yet');
  useEffect(() => {
    const timer = setTimeout(() => send('time is over'), ASKS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (bar === 'ended') onEnd();
  }, [bar, onEnd]);
  return { isAsking: bar === 'asking', send };
}
