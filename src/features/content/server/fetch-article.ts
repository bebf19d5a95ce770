import { LRUCache } from 'lru-cache';
import type { CallerContext } from '#platform/server/feature.ts';
import { limitConcurrency } from '#platform/server/jobs/semaphore.ts';
import { WorkerPool } from '#platform/server/jobs/worker-pool.ts';
import type { Head, Outbound } from '#platform/server/outbound/fetch.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { ArticlePage } from '../contract.ts';
import { rowOf } from './content-rows.ts';
import { decodePage } from './decode-page.ts';
import type { ReadableText } from './extract-text.ts';
import { mayBeFramed } from './framing.ts';
import type { PageToRead } from './reading-worker.ts';

interface Opening {
  readonly outside: Outbound;
  /** The origin of the product, which the site must allow as a frame ancestor. */
  readonly publicUrl: string;
}

const MAX_REMEMBERED_BYTES = 20_000_000;

const WITHIN_MS = 8000;

const MAX_BYTES = 2_000_000;

/**
 * Limits for parsing one page. Usual pages take a tenth of the time; a malicious page could take
 * forever.
 */
const READING_LIMITS = { withinMs: 5000, memoryMb: 128 };

const PAGES = ['text/html', 'application/xhtml+xml'];

type Readers = WorkerPool<PageToRead, ReadableText | undefined>;

interface Remembered {
  readonly page: ArticlePage;
  readonly until: number;
}

/**
 * Returns a function that determines how an article is shown, and caches the result for an hour.
 */
export function articleOpener(parts: Opening) {
  const readers: Readers = new WorkerPool('reading-worker', import.meta.url, READING_LIMITS);
  const remembered = new LRUCache<string, Remembered>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: ({ page }) => 1000 + (page.show === 'text' ? 2 * page.html.length : 0),
  });
  const inTurn = limitConcurrency({
    atOnce: 4,
    longestQueue: 32,
    forOne: { atOnce: 1, longestQueue: 4 },
    tooMany: 'Many articles are being opened just now. Please try again in a moment.',
  });
  return async (
    { params }: { params: { id: string } },
    { database, account, now }: CallerContext,
  ): Promise<ArticlePage> => {
    const articles = { kind: 'articles', accountId: account.id } as const;
    const { url } = await database.inHousehold(account.id, (db) => rowOf(db, articles, params.id));
    const known = remembered.get(url);
    if (known !== undefined && now.getTime() < known.until) return known.page;
    const page = await inTurn(() => opened(url, parts, readers), account.id);
    const until = now.getTime() + (page.show === 'nothing' ? MINUTE_MS : HOUR_MS);
    remembered.set(url, { page, until });
    return page;
  };
}

async function opened(
  url: string,
  { outside, publicUrl }: Opening,
  readers: Readers,
): Promise<ArticlePage> {
  const product = new URL(publicUrl);
  try {
    const answer = await outside.read(url, {
      accept: PAGES,
      mostBytes: MAX_BYTES,
      withinMs: WITHIN_MS,
      wantsBody: (head) => isPage(head) && !mayBeFramed(head.headers, head.url, product),
    });
    const at = answer.url.href;
    if (answer.body !== undefined) {
      const reading = await readers.run({ page: decodePage(answer.body, answer.headers), url: at });
      return reading === undefined ? nothing(at) : { show: 'text', url: at, ...reading };
    }
    return isFramed(answer, product) ? { show: 'frame', url: at } : nothing(at);
  } catch {
    // Unreachable, too large, too slow to parse or unreadable: the elder sees the same message.
    return nothing(url);
  }
}

function isPage({ status }: Head): boolean {
  return status >= 200 && status < 300;
}

/**
 * Some sites reject servers but accept browsers with these statuses, so the tablet tries the frame.
 */
const TURNED_AWAY = [401, 403, 405, 406, 429, 503];

function isFramed(head: Head, product: URL): boolean {
  const isThere = isPage(head) || TURNED_AWAY.includes(head.status);
  const isOurs = isPage(head) ? PAGES.includes(head.mediaType) : true;
  return isThere && isOurs && mayBeFramed(head.headers, head.url, product);
}

function nothing(url: string): ArticlePage {
  return { show: 'nothing', url };
}
