import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { toast } from '#kit/web/toasts.ts';
import { unlock } from '#kit/web/voice/chime.ts';
import { hideShownDoses, shownDoses } from '../dose-store.ts';
import type { TabMessage } from '../other-tabs.ts';
import { useMedicationsAtHand } from '../queries.ts';
import { dosesAnsweredAt, KNOWN_DOSES, useAnsweredDoses } from '../todays-doses.ts';
import { useHearOtherTabs } from '../use-other-tabs.ts';
import { askToKeep } from './ask-to-keep.ts';
import { doseOutbox, pageOf, type TabletPage } from './dose-outbox.ts';
import { noteKnownDoses, recallDoses, stopLayingOut } from './lay-out-doses.ts';
import { deliverSnoozes, recallSnoozes } from './silence-reports.ts';
import { maySoundUntouched } from './sound-permission.ts';
import { TakenTwice } from './TakenTwice.tsx';
import { useOutbox } from './use-kept-presses.ts';

export interface TabletMemoryProps {
  /** The household's; undefined until it is known. */
  readonly timezone: string | undefined;
}

/**
 * Keeps a week of doses on the tablet while the server answers, goes on with them when it does not,
 * and delivers what was pressed when it answers again; asks about what was taken before.
 */
export function TabletMemory({ timezone }: TabletMemoryProps) {
  const client = useQueryClient();
  const page = usePage();
  const { data: answer, dataUpdatedAt } = useAnsweredDoses();
  const { data: medications, dataUpdatedAt: medicationsAt, refetch } = useMedicationsAtHand();

  useEffect(() => {
    if (page === undefined) return;
    void recallDoses(page.owner);
    void doseOutbox.recall(page);
    void recallSnoozes(client);
    return () => {
      doseOutbox.stop();
      stopLayingOut();
      // Another person may be here now: what was known of the last one is not theirs to see.
      toast.close();
      hideShownDoses();
      client.removeQueries({ queryKey: KNOWN_DOSES });
    };
  }, [client, page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other answer what is due may have changed, and with another person whose it is
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [page, answer, refetch]);

  useEffect(() => {
    // Nothing was answered yet: what an earlier page knew holds.
    if (page === undefined || dataUpdatedAt === 0 || answer === undefined) return;
    if (timezone !== undefined && medications !== undefined) {
      const at = dosesAnsweredAt();
      const readAt = Math.min(dataUpdatedAt, medicationsAt);
      noteKnownDoses(client, page.owner, { at, timezone, medications, doses: answer, readAt });
    } else stopLayingOut();
    if (shownDoses().presses.length > 0) void doseOutbox.deliver(page);
    deliverSnoozes(client);
  }, [client, page, timezone, medications, medicationsAt, answer, dataUpdatedAt]);

  const isAnswered = answer !== undefined && dosesAnsweredAt() !== 0;
  useEffect(() => {
    if (page !== undefined && isAnswered) doseOutbox.tidy(page.owner);
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
  return <TakenTwice timezone={timezone} />;
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
      if (message.kind === 'presses' && page !== undefined) void doseOutbox.show(page.owner);
    },
    [page],
  );
  useHearOtherTabs(hear);
}
