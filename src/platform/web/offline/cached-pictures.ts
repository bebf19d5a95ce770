import { PICTURES_CACHE } from './cache-names.ts';

/** Returns the paths of the cached images; empty if the browser has no cache storage. */
export async function cachedPictures(): Promise<ReadonlySet<string>> {
  if (!('caches' in window)) return new Set();
  const pictures = await caches.open(PICTURES_CACHE);
  const requests = await pictures.keys();
  return new Set(requests.map(({ url }) => new URL(url).pathname));
}
