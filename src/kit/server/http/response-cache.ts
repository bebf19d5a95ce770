import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { headLines } from './security-headers.ts';

export interface CachedResponse {
  readonly bytes: Buffer;
  readonly etag: string;
  /** The header lines of both answers but for the date, name and value in turn. */
  readonly unchangedHead: readonly string[];
  readonly fullHead: readonly string[];
  /** Milliseconds since the epoch from which the answer is right: a clock can be set back. */
  readonly validFrom: number;
  /** And those from which it may be another one. */
  readonly validUntil: number;
}

/** What an answer is made of. */
export interface FreshResponse {
  readonly json: string;
  readonly validFrom: number;
  readonly validUntil: number;
}

/** A drop replaces the whole record, so what was being made for an old one is never cached. */
interface Household {
  readonly answers: Map<string, CachedResponse>;
  readonly making: Map<string, Promise<CachedResponse>>;
}

const MOST_BYTES = 64 * 1024 * 1024;

/** What a record and its entries cost beside the bytes of the answers, roughly. */
const OVERHEAD_BYTES = 1000;

/**
 * Finished answers, cached as bytes for each household until it changes: what a device polls and
 * nobody changed costs no query. An answer that was being made when its household changed is
 * given to those who asked before, and not cached.
 */
export class ResponseCache {
  readonly #households = new LRUCache<string, Household>({ maxSize: MOST_BYTES });
  readonly #headLines: readonly string[];
  #bypassed = false;

  constructor({ isSecure }: { readonly isSecure: boolean } = { isSecure: false }) {
    this.#headLines = headLines(isSecure);
  }

  get(accountId: string, key: string, now: number): CachedResponse | undefined {
    const answer = this.#households.get(accountId)?.answers.get(key);
    const isRight = answer !== undefined && answer.validFrom <= now && now < answer.validUntil;
    return isRight ? answer : undefined;
  }

  /** Joins the making of the same answer when it is under way, otherwise makes and keeps it. */
  make(
    accountId: string,
    key: string,
    work: () => Promise<FreshResponse>,
  ): Promise<CachedResponse> {
    const household = this.#householdOf(accountId);
    const underWay = household.making.get(key);
    if (underWay !== undefined) return underWay;
    const making = work()
      .then((made) => finished(made, this.#headLines))
      .finally(() => household.making.delete(key));
    household.making.set(key, making);
    return making.then((answer) => {
      household.answers.set(key, answer);
      if (this.#households.peek(accountId) === household) this.#weigh(accountId, household);
      return answer;
    });
  }

  /** Drops everything cached for a household, after the commit that changed it. */
  drop(accountId: string): void {
    this.#households.delete(accountId);
  }

  /** While changes made by other processes cannot be heard, nothing is kept. */
  setBypassed(bypassed: boolean): void {
    this.#bypassed = bypassed;
    this.#households.clear();
  }

  #householdOf(accountId: string): Household {
    const known = this.#households.get(accountId);
    if (known !== undefined) return known;
    const household: Household = { answers: new Map(), making: new Map() };
    if (!this.#bypassed) this.#weigh(accountId, household);
    return household;
  }

  #weigh(accountId: string, household: Household): void {
    let size = OVERHEAD_BYTES;
    for (const answer of household.answers.values()) size += answer.bytes.length + OVERHEAD_BYTES;
    this.#households.set(accountId, household, { size });
  }
}

function finished(made: FreshResponse, lines: readonly string[]): CachedResponse {
  const bytes = Buffer.from(made.json);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  const common = [...lines, 'ETag', etag, 'Cache-Control', 'private, no-cache'];
  const content = ['Content-Type', 'application/json; charset=utf-8'];
  return {
    bytes,
    etag,
    unchangedHead: common,
    fullHead: [...common, ...content, 'Content-Length', String(bytes.length)],
    validFrom: made.validFrom,
    validUntil: made.validUntil,
  };
}
