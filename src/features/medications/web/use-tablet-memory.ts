import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { User } from '#features/sessions/contract.ts';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { hideKeptDoses, keptDoses, watchKeptDoses } from './kept-doses.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { doPressesWait } from './presses-wait.ts';
import {
  dosesAnsweredAt,
  postPress,
  useAnsweredDoses,
  useMedicationsAtHand,
  useNoteDelivered,
} from './queries.ts';
import type { Page } from './tablet-memory.ts';
import { useHearOtherTabs } from './use-other-tabs.ts';

/** When whatever the first screen needs has long been there. */
const AT_HAND_AFTER_MS = 5_000;

/** What only a tablet without a connection needs comes after the first screen. */
export const loadTabletMemory = () =>
  Promise.all([import('./tablet-memory.ts'), import('./lay-out-doses.ts')]).then(
    ([memory, layOut]) => ({ ...memory, ...layOut }),
  );

type TabletMemory = Awaited<ReturnType<typeof loadTabletMemory>>;

/** The timezone that this tablet remembers, for when it starts without a connection. */
export function useRememberedTimezone(): string | undefined {
  return useSyncExternalStore(watchKeptDoses, keptDoses).timezone;
}

/**
 * Keeps a week of doses on the tablet while the server answers, goes on with them when it does not,
 * and delivers what was pressed when it answers again. `timezone` is undefined until it is known.
 */
export function useTabletMemory(timezone: string | undefined): void {
  const page = usePage();
  const { data: answer, dataUpdatedAt, error } = useAnsweredDoses();
  const memory = useLoaded(error !== null || doPressesWait(), dataUpdatedAt);
  const { data: medications, refetch } = useMedicationsAtHand(memory !== undefined);

  useEffect(() => {
    hideKeptDoses();
    if (memory === undefined || page === undefined) return;
    void memory.recall(page);
    return memory.stopLayingOut;
  }, [memory, page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is due may have changed with each other answer
  useEffect(() => {
    if (memory !== undefined) void refetch({ cancelRefetch: false });
  }, [memory, answer, refetch]);

  useEffect(() => {
    // Nothing was answered yet: what an earlier page knew holds.
    if (memory === undefined || page === undefined || dataUpdatedAt === 0) return;
    if (timezone !== undefined && answer !== undefined && medications !== undefined) {
      const at = dosesAnsweredAt();
      memory.noteKnownDoses(page.owner, { at, timezone, medications, doses: answer });
    }
    if (keptDoses().presses.length > 0) void memory.deliver(page);
  }, [memory, page, timezone, medications, answer, dataUpdatedAt]);

  useReadAgain(page);
}

/** The memory once it is loaded: at once where it is needed, else when the screen is at rest. */
function useLoaded(isNeeded: boolean, tryAgain: number): TabletMemory | undefined {
  const [memory, setMemory] = useState<TabletMemory>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: without a connection it may come the next time
  useEffect(() => {
    if (memory !== undefined) return;
    const load = () => void loadTabletMemory().then(setMemory, () => undefined);
    if (isNeeded) return load();
    const timer = setTimeout(load, AT_HAND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [memory, isNeeded, tryAgain]);
  return memory;
}

/** What another tab pressed or delivered is shown here too. */
function useReadAgain(page: Page | undefined): void {
  const hear = useMemo(
    () => (message: { readonly kind: string }) => {
      if (message.kind !== 'presses' || page === undefined) return;
      void loadTabletMemory().then(({ showPresses }) => showPresses(page.owner));
    },
    [page],
  );
  useHearOtherTabs(hear);
}

/** This page, as the tablet's memory needs it; undefined while nobody is known to be signed in. */
export function usePage(): Page | undefined {
  const client = useQueryClient();
  const noteDelivered = useNoteDelivered();
  const user = client.getQueryData<User | null>(CURRENT_USER);
  const person = user?.id;
  const household = user?.accountNumber;
  return useMemo(() => {
    if (person === undefined || household === undefined) return undefined;
    return {
      owner: { person, household },
      post: postPress,
      delivered: noteDelivered,
      changed: () => tellOtherTabs(person, { kind: 'presses' }),
    };
  }, [person, household, noteDelivered]);
}
