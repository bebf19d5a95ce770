import { createHash } from 'node:crypto';
import type { Following } from '#database/connect.ts';
import { AnswerStore, type CachedResponse } from './answer-store.ts';
import { headLines } from './security-headers.ts';

export interface CollectedJson {
  readonly chunks: readonly (string | Buffer)[];
  readonly encoding: 'gzip' | 'identity';
}

export interface FreshResponse {
  /** A string, or collected chunks for a page or a long list. */
  readonly json: string | CollectedJson;
  readonly validFrom: number;
  readonly validUntil: number;
}

/** Answers of a household that are being computed, by key. */
type Making = Map<string, Promise<CachedResponse>>;

/** Share of the memory that is reserved for pages, so that they never displace polled answers. */
const PART_OF_PAGES = 1 / 4;

/**
 * Share of the page memory for one household, so that a client that requests every page displaces
 * no other household.
 */
const SHARE_OF_PAGES = 1 / 4;

interface Settings {
  readonly isSecure: boolean;
  /** Maximum memory of all answers including their overhead, in bytes. */
  readonly mostBytes: number;
}

/**
 * Caches finished answers as bytes, per household, until data of the household changes: a poll
 * without changes needs no query. If data changes while an answer is computed, the answer is sent
 * to the callers who requested it before the change, but not cached.
 */
export class ResponseCache {
  readonly #polled: AnswerStore;
  readonly #pages: AnswerStore;
  /**
   * Running computations by household. `drop` removes the whole map of a household, so an answer
   * computed from old data is never cached.
   */
  readonly #making = new Map<string, Making>();
  readonly #headLines: readonly string[];
  #bypassed = false;
  #follow: (accountId: string) => Promise<void> = async () => undefined;

  constructor({ isSecure, mostBytes }: Settings) {
    this.#headLines = headLines(isSecure);
    const most = Math.floor(mostBytes * PART_OF_PAGES);
    this.#polled = new AnswerStore({ most: mostBytes - most });
    this.#pages = new AnswerStore({ most, share: most * SHARE_OF_PAGES });
  }

  get(accountId: string, key: string, now: number): CachedResponse | undefined {
    return this.#polled.get(accountId, key, now) ?? this.#pages.get(accountId, key, now);
  }

  /**
   * Returns the result of a running computation of the same answer, or computes and caches the
   * answer.
   */
  make(
    accountId: string,
    key: string,
    work: () => Promise<FreshResponse>,
  ): Promise<CachedResponse> {
    const making: Making = this.#making.get(accountId) ?? new Map();
    const underWay = making.get(key);
    if (underWay !== undefined) return underWay;
    this.#making.set(accountId, making);
    const made = this.#makeAndKeep(accountId, key, making, work);
    making.set(key, made);
    return made;
  }

  async #makeAndKeep(
    accountId: string,
    key: string,
    making: Making,
    work: () => Promise<FreshResponse>,
  ): Promise<CachedResponse> {
    try {
      await this.#follow(accountId);
      const fresh = await work();
      const answer = finished(fresh, this.#headLines);
      const isStillRight = this.#making.get(accountId) === making && !this.#bypassed;
      const store = typeof fresh.json === 'string' ? this.#polled : this.#pages;
      if (isStillRight) store.keep(accountId, key, answer);
      return answer;
    } finally {
      making.delete(key);
      if (making.size === 0 && this.#making.get(accountId) === making) {
        this.#making.delete(accountId);
      }
    }
  }

  /** Drops all cached answers of a household; called after the commit that changed it. */
  drop(accountId: string): void {
    for (const store of [this.#polled, this.#pages]) store.drop(accountId);
    this.#making.delete(accountId);
  }

  /**
   * Sets how the changes of a household by other processes are followed. Before this call every
   * household counts as followed.
   */
  followBy({ follow }: Pick<Following, 'follow'>): void {
    this.#follow = follow;
  }

  has(accountId: string): boolean {
    const isCached = this.#polled.has(accountId) || this.#pages.has(accountId);
    return isCached || this.#making.has(accountId);
  }

  /** Disables caching while changes by other processes cannot be received. */
  setBypassed(bypassed: boolean): void {
    this.#bypassed = bypassed;
    for (const store of [this.#polled, this.#pages]) store.clear();
    this.#making.clear();
  }
}

/**
 * Copies the chunks into a separate buffer: a small `Buffer.from` is a slice of an 8 KiB pool,
 * which would stay in memory. The chunks are copied only once, because intermediate copies of a
 * long list are external memory and trigger garbage collections of V8.
 */
function bytesOf(chunks: readonly (string | Buffer)[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(
    chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0),
  );
  let at = 0;
  for (const chunk of chunks) {
    at += typeof chunk === 'string' ? bytes.write(chunk, at) : chunk.copy(bytes, at);
  }
  return bytes;
}

function finished({ json, ...valid }: FreshResponse, lines: readonly string[]): CachedResponse {
  const bytes = bytesOf(typeof json === 'string' ? [json] : json.chunks);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  const common = [...lines, 'ETag', etag, 'Cache-Control', 'private, no-cache'];
  const content = ['Content-Type', 'application/json; charset=utf-8'];
  if (typeof json !== 'string') {
    common.push('Vary', 'Accept-Encoding');
    if (json.encoding === 'gzip') content.push('Content-Encoding', 'gzip');
  }
  return {
    bytes,
    etag,
    unchangedHead: common,
    fullHead: [...common, ...content, 'Content-Length', String(bytes.length)],
    ...valid,
  };
}
