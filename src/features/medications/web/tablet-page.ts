import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#features/sessions/contract.ts';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { callersOf } from '#kit/web/api.ts';
import type { MedicationCalls } from '../contract.ts';
import type { Delivery } from './deliver-presses.ts';
import { tellOtherTabs } from './other-tabs.ts';
import type { Owner, Press } from './presses.ts';
import { noteDelivered } from './queries.ts';

const calls = callersOf<Pick<MedicationCalls, 'logDose'>>()({
  logDose: 'POST /api/medication-logs',
});

/** A press that is not answered within this is sent again later. */
const LONGEST_DELIVERY_MS = 15_000;

/** What the tablet's memory needs of the page that it is in. */
export interface TabletPage {
  readonly owner: Owner;
  /** Sends a press, whose key makes sure that it counts once; fails as the calls of the API do. */
  readonly post: Delivery['post'];
  /** The server has it: the screens may say so. */
  readonly delivered: (press: Press) => void;
  /** What waits has changed: the other tabs read it again. */
  readonly changed: () => void;
}

/** The page of the person who is here; undefined while nobody is known to be. */
export function pageOf(client: QueryClient): TabletPage | undefined {
  const user = client.getQueryData<User | null>(CURRENT_USER);
  if (!user) return undefined;
  return {
    owner: { person: user.id, household: user.accountNumber },
    post: postPress,
    delivered: (press) => void noteDelivered(client, press, press.status),
    changed: () => tellOtherTabs(user.id, { kind: 'presses' }),
  };
}

function postPress(press: Press, pressedAt: string | undefined) {
  const { key, medicationId, scheduledTime, status } = press;
  return calls.logDose({
    body: {
      medicationId,
      scheduledTime,
      status,
      ...(pressedAt === undefined ? {} : { pressedAt }),
    },
    headers: { 'Idempotency-Key': key },
    signal: AbortSignal.timeout(LONGEST_DELIVERY_MS),
  });
}
