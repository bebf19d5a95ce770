import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { checkSession } from '#features/sessions/web/queries.ts';
import { ageOfFirstAnswers } from '#platform/web/first-answers.ts';
import { followChanges } from '#platform/web/live.ts';
import { useIsSeen } from '#platform/web/use-is-seen.ts';
import { keysOf } from './changed-queries.ts';

/**
 * A pending mutation on this page delays reading, but only for MAX_LOOKS checks, in case it hangs.
 */
const LOOK_AGAIN_MS = 250;
const MAX_LOOKS = 20;

/**
 * Data in the page is reloaded if it is older than this when the page starts to listen, in
 * milliseconds.
 */
const MAX_GAP_MS = 2_000;

/**
 * Shows changes of other people at once while the page is visible, and reloads missed ones when it
 * becomes visible again. A hidden page has no event stream, which would hold a server connection
 * per forgotten tab; there, only the doses are polled.
 */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const isSeen = useIsSeen();
  const hasMissed = useRef(ageOfFirstAnswers() > MAX_GAP_MS);
  useEffect(() => {
    if (!isSeen) {
      hasMissed.current = true;
      return;
    }
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = (looks = 0) => {
      clearTimeout(timer);
      if (client.isMutating() > 0 && looks < MAX_LOOKS) {
        timer = setTimeout(readAgain, LOOK_AGAIN_MS, looks + 1);
        return;
      }
      invalidate(client, changed);
      changed.clear();
    };
    const stop = followChanges('/api/live', {
      hasMissed: hasMissed.current,
      hear(topics) {
        for (const key of keysOf(topics)) changed.add(key);
        readAgain();
      },
      failed: () => void checkSession(client),
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, isSeen]);
}

function invalidate(client: QueryClient, keys: ReadonlySet<string>): void {
  const names = new Set(keys);
  void client.invalidateQueries({ predicate: ({ queryKey }) => names.has(String(queryKey[0])) });
}
