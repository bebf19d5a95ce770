import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#features/sessions/contract.ts';
import { CURRENT_USER, ownerOf } from '#features/sessions/web/queries.ts';
import { callersOf, refusedWith, sentenceOf } from '#kit/web/api.ts';
import { tellsWhatWasMade } from '#kit/web/made-answer.ts';
import { Outbox, type OutboxPage } from '#kit/web/offline/outbox.ts';
import { deliveryBy, type NewEntry } from '#kit/web/offline/outbox-rules.ts';
import { toast } from '#kit/web/toasts.ts';
import type {
  LogStatus,
  MedicationCalls,
  MedicationLog,
  UpcomingMedication,
} from '../../contract.ts';
import { MOST_AHEAD_MS } from '../../limits.ts';
import type { MedicationRefusal } from '../../refusals.ts';
import { NOT_SAVED } from '../../said-messages.ts';
import { PRESSES, type Press, type Said, shownDoses, showStoredDoses } from '../dose-store.ts';
import { tellOtherTabs } from '../other-tabs.ts';
import { noteDelivered, noteInDays } from '../queries.ts';
import { keyOf } from '../reminder-machine.ts';
import { UPCOMING } from '../todays-doses.ts';
import { restoreReminder } from './dismissed-store.ts';
import { noteFailedAnswers } from './failed-answers.ts';
import { noteTakenBefore } from './taken-before.ts';

const calls = callersOf<Pick<MedicationCalls, 'logDose'>>()({
  logDose: 'POST /api/medication-logs',
});

type NewPress = NewEntry<Said>;

/** What was pressed of doses on this tablet, until the server has it. */
export const doseOutbox = new Outbox<Said>({
  name: PRESSES,
  orderOf: keyOf,
  earliest: ({ scheduledTime }) => Date.parse(scheduledTime) - MOST_AHEAD_MS,
  show: (presses) => showStoredDoses({ presses }),
});

/** Which dose: its medication and its time, and its id where the server gave it one. */
export type DoseKey = Pick<UpcomingMedication, 'medicationId' | 'scheduledTime'> &
  Partial<Pick<UpcomingMedication, 'id' | 'status'>>;

/** That of a dose. What is taken as needed may be taken any number of times. */
export function said(dose: DoseKey, status: LogStatus): Said {
  const { id, medicationId, scheduledTime } = dose;
  const isFirst = id !== undefined && status === 'taken' && dose.status !== 'taken';
  const unlessTaken = isFirst ? { unlessTaken: true } : {};
  return { doseId: id, medicationId, scheduledTime, status, ...unlessTaken };
}

/** That it was taken once more than it was due. */
export function oneMore({ id, medicationId, scheduledTime }: DoseKey): Said {
  return { doseId: id, medicationId, scheduledTime, status: 'taken', isOneMore: true };
}

/** What takes back what was said. */
export function takenBack({ doseId, medicationId, scheduledTime }: Said): Said {
  return { doseId, medicationId, scheduledTime, status: 'pending' };
}

/** What the outbox needs of the page that it is in. */
export interface TabletPage extends OutboxPage<Said> {
  /** It is a tablet, and not the computer of somebody of the family. */
  readonly isElders: boolean;
}

/** The page of the person who is here; undefined while nobody is known to be. */
export function pageOf(client: QueryClient): TabletPage | undefined {
  const user = client.getQueryData<User | null>(CURRENT_USER);
  if (!user) return undefined;
  return {
    owner: ownerOf(user),
    isElders: user.role === 'user',
    send: (press, pressedAt) => sendPress(client, press, pressedAt),
    // The screens may say so.
    delivered: (press) =>
      void noteDelivered(client, press, press.status, new Date(press.pressedAt).toISOString()),
    // That is said, and the reminder comes back.
    refused: (press, cause) => sayRefused(client, press, cause),
    changed: () => tellOtherTabs(user.id, { kind: 'presses' }),
  };
}

function sayRefused(client: QueryClient, press: Press, cause: unknown): void {
  restoreReminder(press);
  const reason = sentenceOf(cause, NOT_SAVED);
  noteFailedAnswers([press], reason);
  const doses = shownDoses().doses ?? client.getQueryData<UpcomingMedication[]>(UPCOMING);
  const name = doses?.find(({ medicationId }) => medicationId === press.medicationId)?.medication
    .name;
  toast.error('Failed to log medication', name === undefined ? reason : `${name}: ${reason}`);
  // What the server knows instead.
  void client.invalidateQueries({ queryKey: UPCOMING });
}

/** A dose that was taken already is logged: there is nothing to send again, and a question to ask. */
async function sendPress(client: QueryClient, press: NewPress, pressedAt: string | undefined) {
  try {
    const log = await postPress(press, pressedAt);
    // Before the press leaves the screen: until the days are read again, nothing else tells of it.
    if (tellsWhatWasMade(log)) noteInDays(client, log);
    return log;
  } catch (error) {
    if (!refusedWith<MedicationRefusal>(error, 'dose-taken-already')) throw error;
    const standing = error.current as MedicationLog;
    noteTakenBefore(press, { by: standing.loggedBy ?? '', at: standing.loggedAt });
    // What else somebody may have said meanwhile.
    void client.invalidateQueries({ queryKey: UPCOMING });
    return standing;
  }
}

function postPress(press: NewPress, pressedAt: string | undefined) {
  const { key, doseId, medicationId, scheduledTime, status, unlessTaken, isOneMore } = press;
  // What waited for a connection is told as it was.
  const late = pressedAt === undefined ? { unlessTaken } : { pressedAt };
  return calls.logDose({
    body: { medicationId, scheduledTime, status, doseId, isOneMore, ...late },
    ...deliveryBy(key),
  });
}
