import { type QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { MAIN } from '#platform/web/history-depth.ts';
import type { Owner } from '#platform/web/offline/owner.ts';
import {
  type PersistedAnswer,
  type PersistenceRule,
  type PictureLimits,
  picturesIn,
} from '#platform/web/offline/persistence-rules.ts';
import { cachePictures } from '#platform/web/offline/picture-cache.ts';
import { persistQueries } from '#platform/web/offline/query-persistence.ts';
import { resetPinchZoom } from '#platform/web/pinch-zoom.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { stayOnMain } from '#platform/web/stay-on-main.ts';
import { followUpdates } from './follow-updates.ts';
import { watchHands } from './idle-timer.ts';
import { mayTakeUpdate } from './update-time.ts';
import { lockScreenOn } from './wake-lock.ts';
import { watchDevice } from './watch-device.ts';
import { watchZoneData } from './watch-zone-data.ts';

/** Refetch interval in milliseconds of queries that no screen shows at the moment. */
const READ_AGAIN_MS = HOUR_MS;

/** Interval in milliseconds after which waiting outbox entries are delivered again. */
const TELL_AGAIN_MS = MINUTE_MS;

/** The data that the features need on a tablet that works offline. */
export interface TabletData {
  /** The owner of the stored responses. */
  readonly owner: Owner;
  /** The time of the sign-in by this device's clock. */
  readonly cameAt: number;
  /** True for an elder's tablet: the screen stays on, and starts with stored content. */
  readonly isElders: boolean;
  readonly persisted: readonly PersistenceRule[];
  readonly pictures: PictureLimits;
  /** The household's time zone; undefined while unknown. */
  timezone(): string | undefined;
  /**
   * Queries that are refetched every hour and after each invalidation, even if no screen shows
   * them.
   */
  readonly ahead: readonly QueryObserverOptions<
    unknown,
    Error,
    unknown,
    unknown,
    readonly unknown[]
  >[];
  /** Refetches every hour the lists that no screen shows. */
  readLists?(): Promise<unknown>;
  /** Delivers waiting entries of the outboxes, every minute. */
  tellWaiting(): Promise<unknown>;
}

/**
 * Starts the background work of a tablet: updates, prefetching and deliveries. Returns a function
 * that stops it.
 */
export function startUpkeep(client: QueryClient, data: TabletData): () => void {
  const hands = watchHands();
  const updates = followUpdates(() => {
    const timezone = data.timezone();
    // No update without the household's time zone, which defines the night.
    if (timezone === undefined) return false;
    return mayTakeUpdate({
      now: new Date(serverNow()),
      timezone,
      path: window.location.pathname,
      isSomethingOpen: document.querySelector('[role="dialog"], [role="alertdialog"]') !== null,
      idleMs: hands.restingMs(),
    });
  });
  const onKept = picturesAtHand(data.pictures);
  const ends = [
    hands.end,
    updates,
    persistQueries(client, {
      ...{ owner: data.owner, cameAt: data.cameAt, rules: data.persisted, onKept },
      mayStart: data.isElders,
    }),
    ...data.ahead.map((query) => observed(client, query)),
    ...(data.readLists ? [repeated(data.readLists, READ_AGAIN_MS)] : []),
    repeated(data.tellWaiting, TELL_AGAIN_MS),
    ...(data.isElders ? ofElders(client) : []),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function ofElders(client: QueryClient): (() => void)[] {
  return [lockScreenOn(), stayOnMain(), resetPinchZoom(MAIN), watchDevice(), watchZoneData(client)];
}

/** Fetches the pictures in the stored responses, one list after the other. */
function picturesAtHand(most: PictureLimits): (answers: readonly PersistedAnswer[]) => void {
  let known = '';
  let running = Promise.resolve();
  return (answers) => {
    const pictures = picturesIn(answers.map(({ data }) => data));
    if (pictures.join() === known) return;
    known = pictures.join();
    running = running
      .then(() => cachePictures(pictures, most))
      .catch(() => {
        // `known` is reset, so that the next list tries again: there was no connection or no
        // storage space.
        known = '';
      });
  };
}

function observed(client: QueryClient, query: TabletData['ahead'][number]): () => void {
  const often = { refetchInterval: READ_AGAIN_MS, staleTime: 0 };
  return new QueryObserver(client, { ...query, ...often }).subscribe(() => undefined);
}

function repeated(work: () => Promise<unknown>, everyMs: number): () => void {
  // A failure is ignored: without a connection, the stored data remains.
  const begin = () => void work().catch(() => undefined);
  begin();
  const timer = setInterval(begin, everyMs);
  return () => clearInterval(timer);
}
