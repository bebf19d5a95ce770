import { type QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { MAIN } from '#kit/web/history-depth.ts';
import type { Owner } from '#kit/web/offline/owner.ts';
import {
  type PersistedAnswer,
  type PersistenceRule,
  type PictureLimits,
  picturesIn,
} from '#kit/web/offline/persistence-rules.ts';
import { keepPictures } from '#kit/web/offline/picture-cache.ts';
import { persistQueries } from '#kit/web/offline/query-persistence.ts';
import { resetPinchZoom } from '#kit/web/pinch-zoom.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { stayOnMain } from '#kit/web/stay-on-main.ts';
import { followUpdates } from './follow-updates.ts';
import { watchHands } from './idle-timer.ts';
import { mayTakeUpdate } from './update-time.ts';
import { keepScreenOn } from './wake-lock.ts';
import { watchDevice } from './watch-device.ts';
import { watchZoneData } from './watch-zone-data.ts';

/** What no screen shows at the moment is read again for the tablet this often, in milliseconds. */
const READ_AGAIN_MS = HOUR_MS;

/** Whether anything waits to be told is looked at this often, in milliseconds. */
const TELL_AGAIN_MS = MINUTE_MS;

/** What the features want of a tablet that goes on by itself. */
export interface TabletData {
  /** Whose answers are kept. */
  readonly owner: Owner;
  /** Since when it is they who are here, by this device's clock. */
  readonly cameAt: number;
  /** The screen stays on, and starts with what is kept. */
  readonly isElders: boolean;
  readonly persisted: readonly PersistenceRule[];
  readonly pictures: PictureLimits;
  /** The household's; undefined while it is not known. */
  timezone(): string | undefined;
  /** Read each hour, and again whenever it has changed, although no screen may show it. */
  readonly ahead: readonly QueryObserverOptions<
    unknown,
    Error,
    unknown,
    unknown,
    readonly unknown[]
  >[];
  /** Reads what no screen shows, each hour. */
  readLists?(): Promise<unknown>;
  /** Tells what could not be told when it happened, each minute. */
  tellWaiting(): Promise<unknown>;
}

/** Begins what a tablet needs to go on by itself. Returns what ends it. */
export function keepTabletUp(client: QueryClient, data: TabletData): () => void {
  const hands = watchHands();
  const updates = followUpdates(() => {
    const timezone = data.timezone();
    // When it is night is a matter of the household's timezone.
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
  return [keepScreenOn(), stayOnMain(), resetPinchZoom(MAIN), watchDevice(), watchZoneData(client)];
}

/** Fetches the pictures of what was kept, one list after the other. */
function picturesAtHand(most: PictureLimits): (answers: readonly PersistedAnswer[]) => void {
  let known = '';
  let running = Promise.resolve();
  return (answers) => {
    const pictures = picturesIn(answers.map(({ data }) => data));
    if (pictures.join() === known) return;
    known = pictures.join();
    running = running
      .then(() => keepPictures(pictures, most))
      .catch(() => {
        // Without a line, or on a full tablet: the next list tries again.
        known = '';
      });
  };
}

function observed(client: QueryClient, query: TabletData['ahead'][number]): () => void {
  const often = { refetchInterval: READ_AGAIN_MS, staleTime: 0 };
  return new QueryObserver(client, { ...query, ...often }).subscribe(() => undefined);
}

function repeated(work: () => Promise<unknown>, everyMs: number): () => void {
  // Without a connection what the tablet has is the newest.
  const begin = () => void work().catch(() => undefined);
  begin();
  const timer = setInterval(begin, everyMs);
  return () => clearInterval(timer);
}
