import { decodePage } from './decode-page.ts';
import { pageHead } from './page-head.ts';
import { type About, NOTHING_KNOWN, PATIENCE_MS } from './providers.ts';
import { type Asking, fetchThumbnail } from './thumbnails.ts';

const MAX_BYTES = 2_000_000;

/** Maximum number of bytes that are searched for the head of a page. */
const MAX_CHECKED = 600_000;

/** Upper limit, also for a longer `patienceMs`. */
const MAX_DURATION_MS = 30_000;

/** Returns the name of a page's site and its picture; never throws. */
export async function fetchPageDetails(url: string, asking: Asking): Promise<About> {
  const limit = AbortSignal.timeout(asking.patienceMs ?? PATIENCE_MS);
  try {
    const answer = await asking.outside.read(url, {
      accept: ['text/html', 'application/xhtml+xml'],
      mostBytes: MAX_BYTES,
      withinMs: MAX_DURATION_MS,
      signal: limit,
      wantsBody: ({ status }) => status === 200,
    });
    if (answer.body === undefined) return NOTHING_KNOWN;
    const start = answer.body.subarray(0, MAX_CHECKED);
    const { siteName, picture } = pageHead(decodePage(start, answer.headers));
    const isAddress = picture !== undefined && URL.canParse(picture, answer.url.href);
    return {
      siteName,
      thumbnail: isAddress
        ? await fetchThumbnail(new URL(picture, answer.url).href, asking, limit)
        : undefined,
    };
  } catch {
    // Any error is ignored, because an article works without a picture.
    return NOTHING_KNOWN;
  }
}
