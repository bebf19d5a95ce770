import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { toast } from '#platform/web/toasts.ts';
import { unlock } from '#platform/web/voice/chime.ts';
import { hideShownDoses, shownDoses } from '../dose-store.ts';
import type { TabMessage } from '../other-tabs.ts';
import { useMedicationsAtHand } from '../queries.ts';
import { dosesAnsweredAt, KNOWN_DOSES, useAnsweredDoses } from '../todays-doses.ts';
import { useOtherTabMessages } from '../use-other-tabs.ts';
import { askToKeep } from './ask-to-keep.ts';
import { doseOutbox, pageOf, type TabletPage } from './dose-outbox.ts';
import { recallDoses, stopLayingOut, storeKnownDoses } from './offline-doses-cache.ts';
import { deliverSnoozes, recallSnoozes } from './silence-reports.ts';
import { maySoundUntouched } from './sound-permission.ts';
import { TakenTwice } from './TakenTwice.tsx';
import { useOutbox } from './use-kept-presses.ts';

export interface TabletMemoryProps {
  /** The household's time zone; undefined until it is known. */
  readonly timezone: string | undefined;
}

/**
 * Stores a week of doses on the tablet while the server responds and computes from them while it
 * does not. Delivers the outbox when the server responds again, and asks about doses that were
 * taken already.
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
      // Another person may sign in next and must not see the data of the previous one.
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
    // Without a response in this page, the data stored by an earlier page stay valid.
    if (page === undefined || dataUpdatedAt === 0 || answer === undefined) return;
    if (timezone !== undefined && medications !== undefined) {
      const at = dosesAnsweredAt();
      const readAt = Math.min(dataUpdatedAt, medicationsAt);
      storeKnownDoses(client, page.owner, { at, timezone, medications, doses: answer, readAt });
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
    // After a power cut, no person may touch a kiosk tablet before its morning alarm, so sound is
    // unlocked without a touch if the browser allows it.
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

/** Refreshes the presses when another tab stores or delivers one. */
function useReadAgain(page: TabletPage | undefined): void {
  const hear = useMemo(
    () => (message: TabMessage) => {
      if (message.kind === 'presses' && page !== undefined) void doseOutbox.show(page.owner);
    },
    [page],
  );
  useOtherTabMessages(hear);
}
