import { createHash } from 'node:crypto';
import { BoundedCache } from './bounded-cache.ts';
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

interface Household {
  readonly answers: Map<string, CachedResponse>;
}

/** What is being made for a household now, by key. */
type Making = Map<string, Promise<CachedResponse>>;

/** What a household's entry costs beside its answers, and an answer beside its bytes, as measured. */
const HOUSEHOLD_BYTES = 900;
const ANSWER_BYTES = 1300;

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
  readonly #kept: BoundedCache<Household>;
  /** A drop removes the whole record, so what was being made for an old one is never cached. */
  readonly #making = new Map<string, Making>();
  readonly #headLines: readonly string[];
  #bypassed = false;

  constructor({ isSecure, mostBytes }: Settings) {
    this.#headLines = headLines(isSecure);
    this.#kept = new BoundedCache({ most: mostBytes });
  }

  get(accountId: string, key: string, now: number): CachedResponse | undefined {
    const answer = this.#kept.get(accountId, now)?.answers.get(key);
    const isRight = answer !== undefined && answer.validFrom <= now && now < answer.validUntil;
    return isRight ? answer : undefined;
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
      const answer = finished(await work(), this.#headLines);
      if (this.#making.get(accountId) === making) this.#keep(accountId, key, answer);
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
    this.#kept.delete(accountId);
    this.#making.delete(accountId);
  }

  /** While changes made by other processes cannot be heard, nothing is kept. */
  setBypassed(bypassed: boolean): void {
    this.#bypassed = bypassed;
    this.#kept.clear();
    this.#making.clear();
  }

  #keep(accountId: string, key: string, answer: CachedResponse): void {
    if (this.#bypassed) return;
    const household = this.#kept.peek(accountId) ?? { answers: new Map() };
    let weight = HOUSEHOLD_BYTES + weightOf(answer);
    for (const [name, other] of household.answers) if (name !== key) weight += weightOf(other);
    const hasRoom = this.#kept.set(accountId, household, weight, answer.validFrom);
    if (hasRoom) household.answers.set(key, answer);
  }
}

function weightOf(answer: CachedResponse): number {
  return ANSWER_BYTES + answer.bytes.length;
}

/** Memory of its own: a small `Buffer.from` is a slice of 8 KiB, all of which stays with it. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

function finished(made: FreshResponse, lines: readonly string[]): CachedResponse {
  const bytes = bytesOf(made.json);
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
