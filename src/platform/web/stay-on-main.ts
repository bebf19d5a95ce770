import { type EntryState, entryState, MAIN, stateAbove } from './history-depth.ts';

/**
 * Keeps the browser's Back button on the main screen with a guard entry below it that leads forward
 * again. Returns a function that ends this.
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
