import { useEffect, useReducer } from 'react';
import { ASKS_AFTER_MS, continueEndAfter } from './continue-end.ts';

/** The Continue / End bar of one visit: its time begins with the component and ends with it. */
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
