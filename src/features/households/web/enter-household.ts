import { useEffect } from 'react';
import { keepHere } from '#kit/web/kept-here.ts';
import { forgetPersisted } from '#kit/web/offline/session-mark.ts';

/** Another tab hears that the session of this browser is in another household now. */
const ENTERED = 'household-entered';

/**
 * After the session has gone into another household: the page is loaded anew, so that nothing that
 * was read of the one before is left in it, nor in what this browser keeps.
 */
export async function enterHousehold(path: string): Promise<void> {
  await forgetPersisted();
  // Where nothing is kept, another tab finds out by its next call.
  keepHere(ENTERED, String(Math.random()));
  window.location.replace(path);
}

/** Loads this page anew when another tab has gone into another household. */
export function useFollowHousehold(): void {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === ENTERED) window.location.reload();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
}
