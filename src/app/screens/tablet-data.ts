import type { QueryClient } from '@tanstack/react-query';
import { ACCESSIBILITY } from '#features/accessibility/web/queries.ts';
import { reportWaitingUses } from '#features/analytics/web/waiting-uses.ts';
import { AWAY } from '#features/away/web/away-query.ts';
import { AHEAD, eventsAhead, TODAY } from '#features/calendar/web/todays-events.ts';
import { listsAtHand } from '#features/content/web/queries.ts';
import { HOME_BUTTONS } from '#features/home-buttons/web/queries.ts';
import { newestOfFrame } from '#features/idle-frame/web/own-frame.ts';
import { deliverMeasurements } from '#features/measures/web/elder/measured-flag.ts';
import { ASKED, requestedQuery } from '#features/measures/web/elder/requested-query.ts';
import { PRESSES } from '#features/medications/web/dose-store.ts';
import { KNOWN_DOSES } from '#features/medications/web/todays-doses.ts';
import { photosAtHand } from '#features/photos/web/newest-photos.ts';
import { newestPhotos } from '#features/photos/web/queries.ts';
import { CURRENT_USER, ownerOf, type PresentUser } from '#features/sessions/web/queries.ts';
import type { Settings } from '#features/settings/contract.ts';
import { SETTINGS } from '#features/settings/web/queries.ts';
import { startUpkeep } from '#features/tablet/web/tablet-upkeep.ts';
import type { TabletUser } from '#features/tablet/web/use-tablet-upkeep.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import { tolerateForeignNodes } from '#platform/web/foreign-nodes.ts';
import { doEntriesWait } from '#platform/web/offline/outbox-flag.ts';
import {
  type PersistenceRule,
  type PictureLimits,
  selectPersisted,
} from '#platform/web/offline/persistence-rules.ts';
import { serverNow } from '#platform/web/server-clock.ts';

// This module is loaded after the first screen. That is early enough, because translation
// extensions change the page even later.
tolerateForeignNodes();

/** Lifetime of an unused session by role, so that stored data does not outlive the session. */
const SESSION_MS = { elder: 90 * DAY_MS, family: 7 * DAY_MS };

/** Maximum age of stored weather; older weather is useless. */
const WEATHER_MS = 3 * HOUR_MS;

/** Number of newest photos that are available offline. */
const MAX_PHOTOS = 60;

/** Each photo has one picture and three thumbnails. */
const MAX_PICTURES: PictureLimits = {
  files: 4 * MAX_PHOTOS + 60,
  bytes: 96 * 1024 * 1024,
};

/**
 * Starts the background tasks that keep a tablet's offline data current. Returns a function that
 * stops them.
 */
export function beginUpkeep(client: QueryClient, user: TabletUser): () => void {
  const timezone = () => client.getQueryData<Settings>(SETTINGS)?.timezone;
  const today = () => {
    const zone = timezone();
    if (zone === undefined) throw new Error('The timezone is not known yet.');
    return localDate(new Date(serverNow()), zone);
  };
  const readLists = () => Promise.all([listsAtHand(client), photosAtHand(client)]);
  const owner = ownerOf(user);
  const isElders = user.role === 'user';
  return startUpkeep(client, {
    owner,
    cameAt: client.getQueryState(CURRENT_USER)?.dataUpdatedAt ?? 0,
    isElders,
    persisted: persistedQueries(isElders),
    pictures: MAX_PICTURES,
    timezone,
    // Waits if answers to doses are undelivered, because these are sent first.
    tellWaiting: async () => {
      if (doEntriesWait(PRESSES)) return;
      await deliverMeasurements(client);
      await reportWaitingUses(owner);
    },
    // A tablet of an expired household may load only data for reminders.
    ...(user.isCareOnly
      ? { ahead: [] }
      : { ahead: [eventsAhead(today), requestedQuery], readLists }),
  });
}

/**
 * Returns rules for the queries that the elder's screens need offline; answers of other queries are
 * never stored. Earlier rules have priority, also for caching pictures.
 */
function persistedQueries(isElders: boolean): PersistenceRule[] {
  const longestMs = isElders ? SESSION_MS.elder : SESSION_MS.family;
  return [
    selectPersisted({
      prefix: CURRENT_USER,
      longestMs,
      isForEveryBuild: true,
      // Stores the user only if the server has confirmed it, not if it was read from the storage
      // itself.
      partOf: (user: PresentUser | null) => (user?.isRemembered ? undefined : (user ?? undefined)),
    }),
    // Readable by other builds too, so that a tablet still reminds if it is updated without a
    // connection.
    { prefix: KNOWN_DOSES, longestMs, isForEveryBuild: true },
    { prefix: AWAY, longestMs },
    { prefix: AHEAD, longestMs: 7 * DAY_MS },
    { prefix: TODAY, longestMs: DAY_MS },
    { prefix: SETTINGS, longestMs },
    { prefix: ASKED, longestMs },
    // Readable by other builds too, because an elder needs large text after an update as well.
    { prefix: ACCESSIBILITY, longestMs, isForEveryBuild: true },
    { prefix: HOME_BUTTONS, longestMs },
    { prefix: ['weather'], longestMs: WEATHER_MS },
    { prefix: ['videos'], longestMs },
    { prefix: ['playlists'], longestMs },
    { prefix: ['articles'], longestMs },
    selectPersisted({ ...newestPhotos(MAX_PHOTOS), longestMs }),
    selectPersisted({ ...newestOfFrame(MAX_PHOTOS), longestMs }),
  ];
}
