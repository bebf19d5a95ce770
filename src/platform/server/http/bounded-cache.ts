import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#platform/shared/durations.ts';

/**
 * An entry that was requested within this time is in use. Longer than the poll interval of an open
 * screen.
 */
const IN_USE_MS = 10 * MINUTE_MS;

interface Entry<V> {
  readonly value: V;
  /** Milliseconds since the epoch. */
  usedAt: number;
}

interface Bounds<V> {
  /** Maximum sum of the weights, in the caller's unit. */
  readonly most: number;
  /** Called for each entry that is removed without a replacement. */
  readonly onLeave?: (key: string, value: V) => void;
}

/**
 * A bounded cache with admission control. Clients poll one after the other, in a cycle. If there
 * are more of them than the cache holds, LRU eviction drops each entry just before it is requested,
 * and every request misses. Therefore a full cache keeps entries that are in use and refuses new
 * ones; entries that were not requested for ten minutes are evicted.
 */
export class BoundedCache<V extends object> {
  readonly #entries: LRUCache<string, Entry<V>>;
  readonly #most: number;

  constructor({ most, onLeave }: Bounds<V>) {
    this.#most = most;
    this.#entries = new LRUCache({
      maxSize: most,
      ...(onLeave && {
        dispose: ({ value }: Entry<V>, key: string, why: string) => {
          if (why !== 'set') onLeave(key, value);
        },
      }),
    });
  }

  get weight(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string, now: number): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.usedAt = now;
    return entry.value;
  }

  /** Returns the value without counting this as a use. */
  peek(key: string): V | undefined {
    return this.#entries.peek(key)?.value;
  }

  /** Returns false if the value does not fit; an existing value of the key is then kept. */
  set(key: string, value: V, weight: number, now: number): boolean {
    const before = this.#entries.peek(key);
    const weighed = before === undefined ? 0 : (this.#entries.info(key)?.size ?? 0);
    // Mark the replaced entry as used, so that it is not the one that is evicted.
    if (before !== undefined) this.get(key, now);
    while (this.weight - weighed + weight > this.#most) {
      if (!this.#dropIdle(key, now)) return false;
    }
    // A new entry object each time: the LRU cache would keep the old weight of the same object.
    this.#entries.set(key, { value, usedAt: now }, { size: weight });
    return true;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Evicts the least recently used entry if it is idle. Returns true if an entry was evicted. */
  #dropIdle(except: string, now: number): boolean {
    const { value: oldest } = this.#entries.rkeys().next();
    if (oldest === undefined || oldest === except) return false;
    const usedAt = this.#entries.peek(oldest)?.usedAt ?? 0;
    // A time of use in the future was recorded before the clock was set back, so it is ignored.
    if (usedAt <= now && now - usedAt < IN_USE_MS) return false;
    return this.#entries.delete(oldest);
  }
}
