import { BoundedCache } from './bounded-cache.ts';

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

interface Household {
  readonly answers: Map<string, CachedResponse>;
  /** Of all of it. */
  weight: number;
}

/** What a household's entry costs beside its answers, and an answer beside its bytes, as measured. */
const HOUSEHOLD_BYTES = 900;
const ANSWER_BYTES = 1300;

interface Bounds {
  /** Of the answers and what they cost in memory, in bytes. */
  readonly most: number;
  /** Of those of one household; as many as of all, unless told. */
  readonly share?: number;
}

/** Finished answers by household, within bounds. */
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

  /** Keeps it where there is room. */
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
