import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { unlock } from './alarm-sound.ts';
import { askToKeep } from './ask-to-keep.ts';
import { pageOf, type TabletPage } from './delivery-context.ts';
import { hideShownDoses, shownDoses } from './dose-store.ts';
import { noteKnownDoses, recallDoses, stopLayingOut } from './lay-out-doses.ts';
import type { TabMessage } from './other-tabs.ts';
import { useMedicationsAtHand } from './queries.ts';
import { maySoundUntouched } from './sound-permission.ts';
import { deliver, recallPresses, showPresses, stopTrying, tidyPresses } from './tablet-presses.ts';
import { dosesAnsweredAt, useAnsweredDoses } from './todays-doses.ts';
import { useOutbox } from './use-kept-presses.ts';
import { useHearOtherTabs } from './use-other-tabs.ts';

export interface TabletMemoryProps {
  /** The household's; undefined until it is known. */
  readonly timezone: string | undefined;
}

/**
 * Keeps a week of doses on the tablet while the server answers, goes on with them when it does not,
 * and delivers what was pressed when it answers again.
 */
export function TabletMemory({ timezone }: TabletMemoryProps) {
  const page = usePage();
  const { data: answer, dataUpdatedAt } = useAnsweredDoses();
  const { data: medications, refetch } = useMedicationsAtHand();

  useEffect(() => {
    if (page === undefined) return;
    // What the server said in this page goes before what it said in an earlier one.
    if (dosesAnsweredAt() === 0) recallDoses(page.owner);
    void recallPresses(page);
    return () => {
      stopTrying();
      stopLayingOut();
      // Another person may be here now: what was known of the last one is not theirs to see.
      hideShownDoses();
    };
  }, [page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is due may have changed with each other answer
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [answer, refetch]);

  useEffect(() => {
    // Nothing was answered yet: what an earlier page knew holds.
    if (page === undefined || dataUpdatedAt === 0 || answer === undefined) return;
    if (timezone !== undefined && medications !== undefined) {
      noteKnownDoses(page.owner, { at: dosesAnsweredAt(), timezone, medications, doses: answer });
    } else stopLayingOut();
    if (shownDoses().presses.length > 0) void deliver(page);
  }, [page, timezone, medications, answer, dataUpdatedAt]);

  const isAnswered = answer !== undefined && dosesAnsweredAt() !== 0;
  useEffect(() => {
    if (page !== undefined && isAnswered) tidyPresses(page);
  }, [page, isAnswered]);

  const presses = useOutbox();
  const hasMuchToKeep = presses.length > 0 || (answer !== undefined && answer.length > 0);
  useEffect(() => {
    if (page?.isElders && hasMuchToKeep) void askToKeep();
  }, [page, hasMuchToKeep]);

  useReadAgain(page);
  useEffect(() => {
    // After a power cut nobody touches a kiosk, and its morning alarm must be heard.
    maySoundUntouched().then(
      (maySound) => maySound && unlock(),
      () => undefined,
    );
  }, []);
  return null;
}

function usePage(): TabletPage | undefined {
  const client = useQueryClient();
  const page = pageOf(client);
  const person = page?.owner.person;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same one for as long as the same person is here
  return useMemo(() => page, [client, person]);
}

/** What another tab pressed or delivered is shown here too. */
function useReadAgain(page: TabletPage | undefined): void {
  const hear = useMemo(
    () => (message: TabMessage) => {
      if (message.kind === 'presses' && page !== undefined) void showPresses(page.owner);
    },
    [page],
  );
  useHearOtherTabs(hear);
}
