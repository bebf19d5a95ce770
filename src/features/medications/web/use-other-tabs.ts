import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { User } from '#features/sessions/contract.ts';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { notifyOtherTabs, onOtherTabs, type TabMessage } from './other-tabs.ts';
import { showLogged } from './todays-doses.ts';

/** Maximum wait for an answer that another tab is sending, in case that tab was closed. */
const MAX_ANSWER_MS = 15_000;

/** Returns a function that sends a message to the other tabs of the signed-in person. */
export function useNotifyOtherTabs(): (message: TabMessage) => void {
  const whoIsHere = useWhoIsHere();
  return (message) => {
    const who = whoIsHere();
    if (who !== undefined) notifyOtherTabs(who, message);
  };
}

/** Calls `hear` for each message of the other tabs. `hear` must be a stable function. */
export function useOtherTabMessages(hear: (message: TabMessage) => void): void {
  const whoIsHere = useWhoIsHere();
  const who = whoIsHere();
  useEffect(() => (who === undefined ? undefined : onOtherTabs(who, hear)), [who, hear]);
}

/**
 * Shows at once the doses that other tabs logged. Returns the key of the reminder that is being
 * answered in another tab.
 */
export function useFollowOtherTabs(): string | undefined {
  const [answering, setAnswering] = useState<{ key: string }>();
  const client = useQueryClient();
  const [hear] = useState(() => (message: TabMessage) => {
    if (message.kind === 'answering') setAnswering({ key: message.key });
    else if (message.kind === 'settled') setAnswering(undefined);
    else if (message.kind === 'logged') {
      void showLogged(client, message.key, message.status, message.at);
    }
  });
  useOtherTabMessages(hear);
  useEffect(() => {
    if (!answering) return;
    const timer = setTimeout(() => setAnswering(undefined), MAX_ANSWER_MS);
    return () => clearTimeout(timer);
  }, [answering]);
  return answering?.key;
}

function useWhoIsHere(): () => string | undefined {
  const client = useQueryClient();
  return () => client.getQueryData<User | null>(CURRENT_USER)?.id;
}
