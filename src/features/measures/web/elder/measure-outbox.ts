import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#features/sessions/contract.ts';
import { CURRENT_USER, ownerOf } from '#features/sessions/web/queries.ts';
import { callersOf, sentenceOf } from '#platform/web/api.ts';
import { createStore } from '#platform/web/create-store.ts';
import { Outbox, type OutboxPage } from '#platform/web/offline/outbox.ts';
import { deliveryBy, type Entry, type NewEntry } from '#platform/web/offline/outbox-rules.ts';
import { toast } from '#platform/web/toasts.ts';
import type { MeasureCalls, MeasureValue, RequestedMeasures } from '../../contract.ts';
import { KIND_NAMES } from '../../domain/measure-messages.ts';
import type { Value } from '../../domain/values.ts';
import { newValueId } from '../value-id.ts';
import { ASKED } from './requested-query.ts';
import { MEASURED, type MeasurePress, type WaitingMeasurePress } from './shown-values.ts';

const calls = callersOf<Pick<MeasureCalls, 'add' | 'takeBack'>>()({
  add: 'POST /api/measure-values',
  takeBack: 'DELETE /api/measure-values/{id}',
});

const waiting = createStore<readonly WaitingMeasurePress[]>([]);

/** The undelivered measurements of this tablet. */
export const useMeasured = waiting.useValue;

/** Stores measurements until they are delivered to the server. */
const outbox = new Outbox<MeasurePress>({
  name: MEASURED,
  // The entries of one value are delivered in order, so that its deletion never arrives before the
  // value.
  orderOf: ({ valueId }) => valueId,
  // Impossible times are not corrected here, because the server replaces them.
  earliest: () => 0,
  show: waiting.set,
});

/** Adds a measurement. Resolves when it is delivered, waiting or refused. */
export async function addMeasurement(client: QueryClient, userId: string, value: Value) {
  const page = pageOf(client);
  if (page === undefined) return undefined;
  const said: MeasurePress = { valueId: newValueId(), userId, value, isTakenBack: false };
  const { entries, firstTry } = await outbox.keep(page, [{ body: said }]);
  const { outcome, cause } = await firstTry;
  if (outcome === 'refused') sayRefused(said, cause);
  return outcome === 'refused' ? undefined : entries;
}

/** Takes back measurements that were entered on this tablet. */
export async function takeBackMeasured(
  client: QueryClient,
  entries: readonly Entry<MeasurePress>[],
) {
  const page = pageOf(client);
  if (page === undefined) return;
  await outbox.takeBack(page, entries, ({ valueId, userId, value }) => ({
    ...{ valueId, userId, value, isTakenBack: true },
  }));
}

/** Shows the undelivered measurements of an earlier page, and tries to deliver them. */
export async function recallMeasured(client: QueryClient): Promise<void> {
  const page = pageOf(client);
  if (page === undefined) return;
  outbox.tidy(page.owner);
  await outbox.recall(page);
}

/** Stops deliveries for a person who is signed out. */
export function stopMeasured(): void {
  outbox.stop();
}

function pageOf(client: QueryClient): OutboxPage<MeasurePress> | undefined {
  const user = client.getQueryData<User | null>(CURRENT_USER);
  if (!user) return undefined;
  return {
    owner: ownerOf(user),
    send: async (said, at) => noteStored(client, await send(said, at)),
    refused: (said, cause) => sayRefused(said, cause),
  };
}

function send(
  { valueId, userId, value, isTakenBack, key }: NewEntry<MeasurePress>,
  at: string | undefined,
) {
  const options = deliveryBy(key);
  if (isTakenBack) return calls.takeBack({ params: { id: valueId }, ...options });
  const { kind, unit, first, second } = value;
  const measuredAt = at === undefined ? {} : { measuredAt: at };
  return calls.add({
    body: { id: valueId, userId, kind, unit, first, second, ...measuredAt },
    ...options,
  });
}

/**
 * Updates the cache with the stored value before the refetch, so that the screen does not flicker.
 */
function noteStored(client: QueryClient, stored: MeasureValue): MeasureValue {
  client.setQueryData<RequestedMeasures[]>(ASKED, (all) =>
    all?.map((asked) =>
      asked.userId === stored.userId
        ? { ...asked, latest: withStored(asked.latest, stored) }
        : asked,
    ),
  );
  void client.invalidateQueries({ queryKey: ASKED });
  return stored;
}

function withStored(latest: readonly MeasureValue[], stored: MeasureValue): MeasureValue[] {
  const others = latest.filter(({ id }) => id !== stored.id);
  return stored.isTakenBack ? others : [...others, stored];
}

function sayRefused({ value }: MeasurePress, cause: unknown): void {
  const reason = sentenceOf(cause, 'Please measure again.');
  toast.error('Not saved', `${KIND_NAMES[value.kind]}: ${reason}`);
}
