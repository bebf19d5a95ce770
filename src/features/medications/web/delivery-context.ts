import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#features/sessions/contract.ts';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { callersOf, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import type { MedicationCalls, UpcomingMedication } from '../contract.ts';
import { restoreReminder } from './dismissed-store.ts';
import { tellOtherTabs } from './other-tabs.ts';
import type { Owner, Press } from './outbox.ts';
import type { Delivery } from './outbox-delivery.ts';
import { noteDelivered } from './queries.ts';
import { UPCOMING } from './todays-doses.ts';

const calls = callersOf<Pick<MedicationCalls, 'logDose'>>()({
  logDose: 'POST /api/medication-logs',
});

/** A press that is not answered within this is sent again later. */
const LONGEST_DELIVERY_MS = 15_000;

/** What the tablet's memory needs of the page that it is in. */
export interface TabletPage {
  readonly owner: Owner;
  /** It is a tablet, and not the computer of somebody of the family. */
  readonly isElders: boolean;
  /** Sends a press, whose key makes sure that it counts once; fails as the calls of the API do. */
  readonly post: Delivery['post'];
  /** The server has it: the screens may say so. */
  readonly delivered: (press: Press) => void;
  /** The server will never take what had waited: that is said, and the reminder comes back. */
  readonly refused: (press: Press, cause: unknown) => void;
  /** What waits has changed: the other tabs read it again. */
  readonly changed: () => void;
}

/** The page of the person who is here; undefined while nobody is known to be. */
export function pageOf(client: QueryClient): TabletPage | undefined {
  const user = client.getQueryData<User | null>(CURRENT_USER);
  if (!user) return undefined;
  return {
    owner: { person: user.id, household: user.accountNumber },
    isElders: user.role === 'user',
    post: postPress,
    delivered: (press) => void noteDelivered(client, press, press.status),
    refused: (press, cause) => sayRefused(client, press, cause),
    changed: () => tellOtherTabs(user.id, { kind: 'presses' }),
  };
}

function sayRefused(client: QueryClient, press: Press, cause: unknown): void {
  restoreReminder(press);
  const reason = sentenceOf(cause, '');
  const name = client
    .getQueryData<UpcomingMedication[]>(UPCOMING)
    ?.find(({ medicationId }) => medicationId === press.medicationId)?.medication.name;
  toast.error('Failed to log medication', name === undefined ? reason : `${name}: ${reason}`);
  // What the server knows instead.
  void client.invalidateQueries({ queryKey: UPCOMING });
}

function postPress(press: Press, pressedAt: string | undefined) {
  const { key, doseId, medicationId, scheduledTime, status } = press;
  return calls.logDose({
    body: {
      medicationId,
      scheduledTime,
      status,
      ...(doseId === undefined ? {} : { doseId }),
      ...(pressedAt === undefined ? {} : { pressedAt }),
    },
    headers: { 'Idempotency-Key': key },
    signal: AbortSignal.timeout(LONGEST_DELIVERY_MS),
  });
}
