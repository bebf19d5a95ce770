import { PICTURES_CACHE } from './cache-names.ts';

/** The addresses of the pictures in the cache of this device; none where the browser has no cache. */
export async function cachedPictures(): Promise<ReadonlySet<string>> {
  if (!('caches' in window)) return new Set();
  const pictures = await caches.open(PICTURES_CACHE);
  const requests = await pictures.keys();
  return new Set(requests.map(({ url }) => new URL(url).pathname));
}
