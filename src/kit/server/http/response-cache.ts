import { createHash } from 'node:crypto';
import type { Following } from '#database/connect.ts';
import { AnswerStore, type CachedResponse } from './answer-store.ts';
import { headLines } from './security-headers.ts';

/** JSON that came in parts, as the bytes that are sent. */
export interface GatheredJson {
  readonly chunks: readonly (string | Buffer)[];
  readonly encoding: 'gzip' | 'identity';
}

/** What an answer is made of. */
export interface FreshResponse {
  /** Of a page or a long list what was gathered. */
  readonly json: string | GatheredJson;
  readonly validFrom: number;
  readonly validUntil: number;
}

/** What is being made for a household now, by key. */
type Making = Map<string, Promise<CachedResponse>>;

/** Pages have a part of the memory for themselves, so that what is polled never waits for their room. */
const PART_OF_PAGES = 1 / 4;

/** And one household a part of that: whoever asks for each page that there is takes no other's room. */
const SHARE_OF_PAGES = 1 / 4;

interface Settings {
  readonly isSecure: boolean;
  /** Of the answers and what they cost in memory. */
  readonly mostBytes: number;
}

/**
 * Finished answers, cached as bytes for each household until it changes: what a device polls and
 * nobody changed costs no query. An answer that was being made when its household changed is
 * given to those who asked before, and not cached.
 */
export class ResponseCache {
  readonly #polled: AnswerStore;
  readonly #pages: AnswerStore;
  /** A drop removes the whole record, so what was being made for an old one is never cached. */
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

  /** Joins the making of the same answer when it is under way, otherwise makes and keeps it. */
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

  /** Drops everything cached for a household, after the commit that changed it. */
  drop(accountId: string): void {
    for (const store of [this.#polled, this.#pages]) store.drop(accountId);
    this.#making.delete(accountId);
  }

  /** Says how the changes of a household by other processes are followed; until then all are. */
  followBy({ follow }: Pick<Following, 'follow'>): void {
    this.#follow = follow;
  }

  /** Whether anything of a household is cached or about to be. */
  has(accountId: string): boolean {
    const isCached = this.#polled.has(accountId) || this.#pages.has(accountId);
    return isCached || this.#making.has(accountId);
  }

  /** While changes made by other processes cannot be heard, nothing is kept. */
  setBypassed(bypassed: boolean): void {
    this.#bypassed = bypassed;
    for (const store of [this.#polled, this.#pages]) store.clear();
    this.#making.clear();
  }
}

/**
 * Memory of its own: a small `Buffer.from` is a slice of 8 KiB, all of which stays with it. And written
 * once: what is copied of a long list on its way is external memory, for which V8 collects garbage.
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
