import { createContext, useEffect, useRef, useState } from 'react';
import { useIsSeen } from './use-is-seen.ts';

/** Whether this tab leads those that show the same: what must happen once happens here. */
export const TabLeads = createContext(true);

/**
 * Leader election by Web Locks: of all tabs with that name exactly one leads. One that is able takes the lead when it comes into
 * sight, one that is no longer able hands it on. Without Web Locks, as on a page that is not secure,
 * every tab leads: rather twice than never.
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
  /** Leads at once, whoever led before. */
  takeOver(): void;
  /** Lets another lead that waits, and waits itself. */
  handOn(): void;
  leave(): void;
}

/** Waits for the lead of that name; `tell` hears of each change. */
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
      // Another took it over; a browser that refused it outright leaves each tab to itself.
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
  // Not there on a page that is not secure, whatever the types say.
  return 'locks' in navigator;
}
