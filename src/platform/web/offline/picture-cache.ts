import { PICTURES_CACHE } from './cache-names.ts';
import { type PictureLimits, roomForPictures } from './persistence-rules.ts';
import { isSameSession, sessionMark } from './session-mark.ts';

/** Match option: the URL alone identifies an image, so the `Vary` header is ignored. */
const AT_ADDRESS = { ignoreVary: true };

/**
 * Caches as many of the wanted images as fit, the first ones first, and removes all other images
 * from the cache. Stops early if a request fails, the device is full, or the session ends.
 */
export async function cachePictures(wanted: readonly string[], most: PictureLimits): Promise<void> {
  const mark = sessionMark();
  const pictures = await caches.open(PICTURES_CACHE);
  const isWanted = new Set(wanted.slice(0, most.files));
  const used = await dropOthers(pictures, isWanted);
  const estimate = await navigator.storage.estimate();
  let room = roomForPictures(most.bytes, { estimate, pictures: used });
  for (const url of isWanted) {
    const known = await pictures.match(url, AT_ADDRESS);
    const picture = known ?? (room > 0 ? await fetch(url, { priority: 'low' }) : undefined);
    if (picture?.ok !== true) continue;
    room -= await bytesOf(picture);
    if (room < 0) await pictures.delete(url, AT_ADDRESS);
    else if (!isSameSession(mark)) return;
    else if (known === undefined) await pictures.put(url, picture);
  }
}

/** Removes the images that are not wanted. Returns the total bytes of the remaining ones. */
async function dropOthers(pictures: Cache, isWanted: ReadonlySet<string>): Promise<number> {
  let bytes = 0;
  for (const request of await pictures.keys()) {
    if (!isWanted.has(new URL(request.url).pathname)) await pictures.delete(request);
    else bytes += await bytesOf(await pictures.match(request, AT_ADDRESS));
  }
  return bytes;
}

async function bytesOf(picture: Response | undefined): Promise<number> {
  if (picture === undefined) return 0;
  const told = Number(picture.headers.get('Content-Length') ?? Number.NaN);
  return Number.isNaN(told) ? (await picture.clone().blob()).size : told;
}
