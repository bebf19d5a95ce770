import { type EntryState, entryState, MAIN, stateAbove } from './history-depth.ts';

/**
 * Prevents the browser's Back button from leaving the main screen: adds a guard entry below it in
 * the history, which leads forward again. Returns a function that stops this.
 */
export function stayOnMain(): () => void {
  if (!entryState().guarded) guard();
  const hear = () => {
    if (entryState().isGuard) history.forward();
  };
  addEventListener('popstate', hear);
  return () => removeEventListener('popstate', hear);
}

function guard(): void {
  const { opened } = entryState();
  const { pathname, search } = location;
  history.replaceState({ isGuard: true } satisfies EntryState, '', MAIN);
  history.pushState({ above: 0, guarded: true } satisfies EntryState, '', MAIN);
  if (pathname !== MAIN) history.pushState(stateAbove(), '', pathname + search);
  if (opened !== undefined) history.pushState({ ...stateAbove(), opened }, '');
}
