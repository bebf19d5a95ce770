import { PICTURES, PICTURES_CACHE } from './cache-names.ts';

/**
 * Answers a request for an image from the cache or the server; returns undefined for other
 * requests.
 */
export function cachedPicture(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  const isPicture = origin === self.location.origin && pathname.startsWith(PICTURES);
  return isPicture && request.method === 'GET' ? answerFor(request) : undefined;
}

async function answerFor(request: Request): Promise<Response> {
  const pictures = await caches.open(PICTURES_CACHE);
  return (await pictures.match(request.url, { ignoreVary: true })) ?? fetch(request);
}
