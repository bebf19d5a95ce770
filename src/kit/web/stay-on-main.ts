import { type EntryState, entryState, MAIN, stateAbove } from './history-depth.ts';

/**
 * Keeps the browser's Back on the main screen: below it stands an entry that leads there again. Returns
 * what ends it.
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
