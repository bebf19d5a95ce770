import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { checkSession } from '#features/sessions/web/queries.ts';
import { ageOfFirstAnswers } from '#kit/web/first-answers.ts';
import { followChanges } from '#kit/web/live.ts';
import { useIsSeen } from '#kit/web/use-is-seen.ts';
import { keysOf } from './changed-queries.ts';

/** A change that is being saved here delays reading, but a call that hangs does not stop it. */
const LOOK_AGAIN_MS = 250;
const MAX_LOOKS = 20;

/** What the page brought may have changed before this page listens, where that was longer ago. */
const LONGEST_GAP_MS = 2_000;

/**
 * While the page is looked at, what others change is shown at once, and when it is looked at again,
 * what they changed meanwhile. A hidden page has no line, which would hold a connection of the server
 * for every tab that somebody forgot: the doses alone are asked for there, by their poll.
 */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const isSeen = useIsSeen();
  const hasMissed = useRef(ageOfFirstAnswers() > LONGEST_GAP_MS);
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
