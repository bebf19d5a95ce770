import { createContext, useEffect, useRef, useState } from 'react';
import { useIsSeen } from './use-is-seen.ts';

/** True if this tab is the leader. Tasks that must run in only one tab run in the leader. */
export const TabLeads = createContext(true);

/**
 * Leader election by Web Locks: of all tabs that use this name exactly one leads. A tab for which
 * `isAble` is true takes the lead when it becomes visible; a tab for which it becomes false passes
 * the lead on. Without Web Locks, as on insecure pages, every tab leads: a duplicate action is
 * better than a missing one.
 */
export function useLeadingTab(name: string, isAble: boolean): boolean {
  const [leads, setLeads] = useState(!hasLocks());
  const candidate = useRef<Candidate>(undefined);
  const isSeen = useIsSeen();
  useEffect(() => {
    if (!hasLocks()) return;
    candidate.current = candidateFor(name, setLeads);
    return () => candidate.current?.leave();
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name is another candidate
  useEffect(() => {
    if (!isAble) candidate.current?.handOn();
    else if (isSeen) candidate.current?.takeOver();
  }, [name, isAble, isSeen]);
  return leads;
}

interface Candidate {
  /** Takes the lead from any other tab at once. */
  takeOver(): void;
  /** Passes the lead to a waiting tab, and waits again. */
  handOn(): void;
  leave(): void;
}

/**
 * Waits for the lock with this name. `tell` is called each time the tab gains or loses the lead.
 */
function candidateFor(name: string, tell: (leads: boolean) => void): Candidate {
  let leads = false;
  let turn = new AbortController();

  function say(now: boolean) {
    leads = now;
    tell(now);
  }

  function ask(steal: boolean) {
    turn.abort();
    turn = new AbortController();
    const { signal } = turn;
    const lead = () =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve());
        say(true);
      });
    navigator.locks.request(name, steal ? { steal } : { signal }, lead).catch(() => {
      if (signal.aborted) return;
      // The lock was lost to another tab, or the browser refused the request. In the second case
      // this tab leads without a lock.
      if (leads) {
        say(false);
        ask(false);
      } else say(true);
    });
  }

  ask(false);
  return {
    takeOver() {
      if (!leads) ask(true);
    },
    handOn() {
      if (!leads) return;
      say(false);
      ask(false);
    },
    leave() {
      turn.abort();
      if (leads) say(false);
    },
  };
}

function hasLocks(): boolean {
  // On insecure pages `navigator.locks` is missing, although the types say otherwise.
  return 'locks' in navigator;
}
