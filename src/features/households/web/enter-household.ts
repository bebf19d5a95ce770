import { useEffect } from 'react';
import { writeLocal } from '#platform/web/local-values.ts';
import { forgetPersisted } from '#platform/web/offline/session-mark.ts';

/** Storage key that notifies other tabs of a switch to another household. */
const ENTERED = 'household-entered';

/**
 * Reloads the page after a switch, so that no data of the previous household remains in memory or
 * in the browser's storage.
 */
export async function enterHousehold(path: string): Promise<void> {
  await forgetPersisted();
  // If the storage is unavailable, another tab notices the switch only with its next request.
  writeLocal(ENTERED, String(Math.random()));
  window.location.replace(path);
}

/** Reloads this page when another tab has switched households. */
export function useFollowHousehold(): void {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === ENTERED) window.location.reload();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
}
