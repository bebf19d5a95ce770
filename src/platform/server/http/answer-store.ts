import { BoundedCache } from './bounded-cache.ts';

export interface CachedResponse {
  readonly bytes: Buffer;
  readonly etag: string;
  /**
   * Header lines of the 304 and the 200 answer, without the `Date` header: names and values
   * alternate.
   */
  readonly unchangedHead: readonly string[];
  readonly fullHead: readonly string[];
  /**
   * Start of validity in milliseconds since the epoch; checked because the clock can be set back.
   */
  readonly validFrom: number;
  /** End of validity in milliseconds since the epoch. */
  readonly validUntil: number;
}

interface Household {
  readonly answers: Map<string, CachedResponse>;
  /** Memory of the household's entry with all its answers, in bytes. */
  weight: number;
}

/** Measured memory overhead, in bytes, of a household's entry and of each answer. */
const HOUSEHOLD_BYTES = 900;
const ANSWER_BYTES = 1300;

interface Bounds {
  /** Maximum memory of all answers including their overhead, in bytes. */
  readonly most: number;
  /** Maximum memory per household, in bytes. Default: `most`. */
  readonly share?: number;
}

/** Cache of finished answers by household, with limited size. */
export class AnswerStore {
  readonly #kept: BoundedCache<Household>;
  readonly #share: number;

  constructor({ most, share = most }: Bounds) {
    this.#kept = new BoundedCache({ most });
    this.#share = share;
  }

  get(accountId: string, key: string, now: number): CachedResponse | undefined {
    const answer = this.#kept.get(accountId, now)?.answers.get(key);
    const isRight = answer !== undefined && answer.validFrom <= now && now < answer.validUntil;
    return isRight ? answer : undefined;
  }

  /** Stores the answer if its memory fits into the limits. */
  keep(accountId: string, key: string, answer: CachedResponse): void {
    const household: Household = this.#kept.peek(accountId) ?? {
      answers: new Map(),
      weight: HOUSEHOLD_BYTES,
    };
    const before = household.answers.get(key);
    const weight = household.weight + weightOf(answer) - (before ? weightOf(before) : 0);
    if (weight > this.#share) return;
    if (!this.#kept.set(accountId, household, weight, answer.validFrom)) return;
    household.answers.set(key, answer);
    household.weight = weight;
  }

  has(accountId: string): boolean {
    return this.#kept.peek(accountId) !== undefined;
  }

  drop(accountId: string): void {
    this.#kept.delete(accountId);
  }

  clear(): void {
    this.#kept.clear();
  }
}

function weightOf(answer: CachedResponse): number {
  return ANSWER_BYTES + answer.bytes.length;
}
