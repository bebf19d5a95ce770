import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#features/sessions/contract.ts';
import { CURRENT_USER, ownerOf } from '#features/sessions/web/queries.ts';
import { callersOf } from '#platform/web/api.ts';
import { Outbox, type OutboxPage } from '#platform/web/offline/outbox.ts';
import { deliveryBy } from '#platform/web/offline/outbox-rules.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { toast } from '#platform/web/toasts.ts';
import { speakText } from '#platform/web/voice/voice.ts';
import type { MedicationCalls } from '../../contract.ts';
import { snoozeEnd } from '../../domain/lateness.ts';
import {
  closedMessage,
  NOT_ANSWERED,
  snoozedMessage,
  snoozeLabel,
  spokenSilence,
  waitsMessage,
} from '../../domain/snooze-messages.ts';
import { MAX_AHEAD_MS } from '../../limits.ts';
import { keyOf } from '../reminder-machine.ts';
import { UPCOMING } from '../todays-doses.ts';
import type { Doses, Silence } from './silence.ts';

const calls = callersOf<Pick<MedicationCalls, 'snooze'>>()({
  snooze: 'POST /api/medication-snoozes',
});

/** A snooze of one dose that is not delivered to the server yet. */
interface PressedSnooze {
  readonly doseId: string;
  readonly medicationId: string;
  readonly scheduledTime: string;
  readonly minutes: number;
}

/** Older entries are dropped, because each snooze ends within minutes. */
const MAX_WAITING = 50;

let areWaiting = false;

/**
 * The snoozes of this tablet that are not delivered yet; the server passes them on to the other
 * tablets.
 */
const outbox = new Outbox<PressedSnooze>({
  name: 'snoozes',
  orderOf: keyOf,
  earliest: ({ scheduledTime }) => Date.parse(scheduledTime) - MAX_AHEAD_MS,
  show: (entries) => {
    areWaiting = entries.length > 0;
  },
  most: MAX_WAITING,
});

function pageOf(client: QueryClient): OutboxPage<PressedSnooze> | undefined {
  const user = client.getQueryData<User | null>(CURRENT_USER);
  if (!user) return undefined;
  return {
    owner: ownerOf(user),
    send: ({ doseId, medicationId, scheduledTime, minutes, key }, at) =>
      calls.snooze({
        body: {
          ...{ doseId, medicationId, scheduledTime, minutes },
          ...(at === undefined ? {} : { pressedAt: at }),
        },
        ...deliveryBy(key),
      }),
    delivered: () => void client.invalidateQueries({ queryKey: UPCOMING }),
  };
}

export async function recallSnoozes(client: QueryClient): Promise<void> {
  const page = pageOf(client);
  if (page === undefined) return;
  outbox.tidy(page.owner);
  await outbox.recall(page);
}

/** Delivers the outbox after a server response. */
export function deliverSnoozes(client: QueryClient): void {
  const page = areWaiting ? pageOf(client) : undefined;
  if (page !== undefined) void outbox.deliver(page);
}

interface Parts {
  readonly client: QueryClient;
  readonly timezone: string | undefined;
  /** The household's length of a snooze in minutes. */
  readonly minutes: number;
  readonly silence: Silence;
}

/** Sends the snooze to the server for the other tablets, and shows the result with an undo. */
export function shareSnooze(
  doses: Doses,
  { length, until }: { readonly length: number; readonly until: number },
  { client, timezone, silence }: Parts,
): void {
  const page = pageOf(client);
  if (page !== undefined) {
    const bodies = doses.map(({ id, medicationId, scheduledTime }) => ({
      body: { doseId: id, medicationId, scheduledTime, minutes: length },
    }));
    void outbox.keep(page, bodies);
  }
  if (length === 0) {
    toast.close();
    return;
  }
  speakText('urgent', spokenSilence(doses, until, timezone));
  toast.success(snoozedMessage(doses, until, timezone), NOT_ANSWERED, {
    ...HOME,
    action: { label: 'Open it now', onPress: () => silence.snooze(doses, 0) },
  });
}

/** Shows that the reminder is closed, with a button to snooze it instead. */
export function reportClosed(doses: Doses, { timezone, minutes, silence }: Parts): void {
  const [first] = doses;
  if (first === undefined) return;
  speakText('urgent', spokenSilence(doses, undefined, timezone));
  const end = snoozeEnd(new Date(first.scheduledTime), new Date(serverNow()), minutes);
  const action = { label: snoozeLabel(minutes), onPress: () => silence.snooze(doses, minutes) };
  toast.success(
    closedMessage(doses),
    waitsMessage(doses),
    end === undefined ? HOME : { ...HOME, action },
  );
}

/** No message appears on the home screen, which shows the snooze in a line while it lasts. */
const HOME = { seenOn: '/' };
