import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { checkSession } from '#features/sessions/web/queries.ts';
import { ageOfFirstAnswers } from '#platform/web/first-answers.ts';
import { followChanges } from '#platform/web/live.ts';
import { useIsSeen } from '#platform/web/use-is-seen.ts';
import { keysOf } from './changed-queries.ts';

/**
 * Interval and maximum number of checks for a running mutation on this page. While one runs,
 * changed data is not read; after the maximum it is, in case the mutation hangs.
 */
const LOOK_AGAIN_MS = 250;
const MAX_LOOKS = 20;

/**
 * Maximum age of data in the page when the page starts to receive changes, in milliseconds; older
 * data is loaded again.
 */
const MAX_GAP_MS = 2_000;

/**
 * Shows changes by other people at once while the page is visible. When a hidden page becomes
 * visible again, missed changes are loaded. A hidden page has no event stream, because each
 * forgotten tab would occupy a connection; it only polls the doses.
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
