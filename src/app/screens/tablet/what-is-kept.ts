import { AHEAD, TODAY } from '#features/calendar/web/todays-events.ts';
import { newestPhotos } from '#features/photos/web/queries.ts';
import { CURRENT_USER, type PresentUser } from '#features/sessions/web/queries.ts';
import {
  keepPart,
  type PersistenceRule,
  type PictureLimits,
} from '#kit/web/offline/persistence-rules.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** As long as an unused session lives: nobody sees here what the server would no longer show. */
const SESSION_MS = { elder: 90 * DAY_MS, family: 7 * DAY_MS };

/** Weather that is older says nothing of today. */
const WEATHER_MS = 3 * HOUR_MS;

/** So many photos, the newest, open without a network. */
const MOST_PHOTOS = 60;

/** A photo has a picture of its own and three thumbnails. */
export const MOST_PICTURES: PictureLimits = {
  files: 4 * MOST_PHOTOS + 60,
  bytes: 96 * 1024 * 1024,
};

/**
 * The answers that the elder's screens need without a network; whatever is not named here is never
 * kept. What is looked at first comes first, and so do its pictures.
 */
export function persistedQueries(isElder: boolean): PersistenceRule[] {
  const longestMs = isElder ? SESSION_MS.elder : SESSION_MS.family;
  return [
    keepPart({
      prefix: CURRENT_USER,
      longestMs,
      // Only whom the server named; that the device remembers them is nothing to remember.
      partOf: (user: PresentUser | null) => (user?.isRemembered ? undefined : (user ?? undefined)),
    }),
    { prefix: ['upcoming-medications'], longestMs: DAY_MS },
    { prefix: AHEAD, longestMs: 7 * DAY_MS },
    { prefix: TODAY, longestMs: DAY_MS },
    { prefix: ['settings'], longestMs },
    { prefix: ['home-buttons'], longestMs },
    { prefix: ['weather'], longestMs: WEATHER_MS },
    { prefix: ['videos'], longestMs },
    { prefix: ['playlists'], longestMs },
    { prefix: ['articles'], longestMs },
    keepPart({ ...newestPhotos(MOST_PHOTOS), longestMs }),
  ];
}
