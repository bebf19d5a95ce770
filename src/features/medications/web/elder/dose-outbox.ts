import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#features/sessions/contract.ts';
import { CURRENT_USER, ownerOf } from '#features/sessions/web/queries.ts';
import { callersOf, refusedWith, sentenceOf } from '#platform/web/api.ts';
import { returnsCreated } from '#platform/web/created-answer.ts';
import { Outbox, type OutboxPage } from '#platform/web/offline/outbox.ts';
import { deliveryBy, type NewEntry } from '#platform/web/offline/outbox-rules.ts';
import { toast } from '#platform/web/toasts.ts';
import type {
  LogStatus,
  MedicationCalls,
  MedicationLog,
  UpcomingMedication,
} from '../../contract.ts';
import { NOT_SAVED } from '../../domain/answer-messages.ts';
import { MAX_AHEAD_MS } from '../../limits.ts';
import type { MedicationRefusal } from '../../refusals.ts';
import { type DosePress, PRESSES, type Press, shownDoses, showStoredDoses } from '../dose-store.ts';
import { notifyOtherTabs } from '../other-tabs.ts';
import { addToCachedDays, showDelivered } from '../queries.ts';
import { keyOf } from '../reminder-machine.ts';
import { UPCOMING } from '../todays-doses.ts';
import { restoreReminder } from './dismissed-store.ts';
import { setFailedAnswers } from './failed-answers.ts';
import { addTakenBefore } from './taken-before.ts';

const calls = callersOf<Pick<MedicationCalls, 'logDose'>>()({
  logDose: 'POST /api/medication-logs',
});

type NewPress = NewEntry<DosePress>;

/** The answers that were pressed on this tablet and are not delivered to the server yet. */
export const doseOutbox = new Outbox<DosePress>({
  name: PRESSES,
  orderOf: keyOf,
  earliest: ({ scheduledTime }) => Date.parse(scheduledTime) - MAX_AHEAD_MS,
  show: (presses) => showStoredDoses({ presses }),
});

/** Identifies a dose by its medication and time, and by its id if the server assigned one. */
export type DoseKey = Pick<UpcomingMedication, 'medicationId' | 'scheduledTime'> &
  Partial<Pick<UpcomingMedication, 'id' | 'status'>>;

/**
 * Creates an answer to a dose. `unlessTaken` applies only to scheduled doses: an as-needed dose may
 * be taken any number of times.
 */
export function createPress(dose: DoseKey, status: LogStatus): DosePress {
  const { id, medicationId, scheduledTime } = dose;
  const isFirst = id !== undefined && status === 'taken' && dose.status !== 'taken';
  const unlessTaken = isFirst ? { unlessTaken: true } : {};
  return { doseId: id, medicationId, scheduledTime, status, ...unlessTaken };
}

/** Creates the answer that an extra dose was taken. */
export function oneMore({ id, medicationId, scheduledTime }: DoseKey): DosePress {
  return { doseId: id, medicationId, scheduledTime, status: 'taken', isOneMore: true };
}

/** Creates the answer that undoes an answer. */
export function takenBack({ doseId, medicationId, scheduledTime }: DosePress): DosePress {
  return { doseId, medicationId, scheduledTime, status: 'pending' };
}

/** The callbacks that the outbox needs from its page. */
export interface TabletPage extends OutboxPage<DosePress> {
  /** True on an elder's tablet, false on a family member's device. */
  readonly isElders: boolean;
}

/** Returns the page of the signed-in person; undefined if that person is not known. */
export function pageOf(client: QueryClient): TabletPage | undefined {
  const user = client.getQueryData<User | null>(CURRENT_USER);
  if (!user) return undefined;
  return {
    owner: ownerOf(user),
    isElders: user.role === 'user',
    send: (press, pressedAt) => sendPress(client, press, pressedAt),
    delivered: (press) =>
      void showDelivered(client, press, press.status, new Date(press.pressedAt).toISOString()),
    refused: (press, cause) => sayRefused(client, press, cause),
    changed: () => notifyOtherTabs(user.id, { kind: 'presses' }),
  };
}

function sayRefused(client: QueryClient, press: Press, cause: unknown): void {
  restoreReminder(press);
  const reason = sentenceOf(cause, NOT_SAVED);
  setFailedAnswers([press], reason);
  const doses = shownDoses().doses ?? client.getQueryData<UpcomingMedication[]>(UPCOMING);
  const name = doses?.find(({ medicationId }) => medicationId === press.medicationId)?.medication
    .name;
  toast.error('Failed to log medication', name === undefined ? reason : `${name}: ${reason}`);
  // Refetches the current status from the server.
  void client.invalidateQueries({ queryKey: UPCOMING });
}

/**
 * Sends a press to the server. If the dose was already logged as taken, the press is not retried,
 * and the person is asked about it.
 */
async function sendPress(client: QueryClient, press: NewPress, pressedAt: string | undefined) {
  try {
    const log = await postPress(press, pressedAt);
    // The log is added to the cache before the press leaves the outbox, because nothing else shows
    // the answer until the refetch.
    if (returnsCreated(log)) addToCachedDays(client, log);
    return log;
  } catch (error) {
    if (!refusedWith<MedicationRefusal>(error, 'dose-taken-already')) throw error;
    const standing = error.current as MedicationLog;
    addTakenBefore(press, { by: standing.loggedBy ?? '', at: standing.loggedAt });
    // Refetches, because other answers may have been given meanwhile.
    void client.invalidateQueries({ queryKey: UPCOMING });
    return standing;
  }
}

function postPress(press: NewPress, pressedAt: string | undefined) {
  const { key, doseId, medicationId, scheduledTime, status, unlessTaken, isOneMore } = press;
  // A delayed press is sent with its time and without `unlessTaken`.
  const late = pressedAt === undefined ? { unlessTaken } : { pressedAt };
  return calls.logDose({
    body: { medicationId, scheduledTime, status, doseId, isOneMore, ...late },
    ...deliveryBy(key),
  });
}
