import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#kit/shared/durations.ts';

/** Longer than the time between two polls of a screen that is open. */
const IN_USE_MS = 10 * MINUTE_MS;

interface Entry<V> {
  readonly value: V;
  /** Milliseconds since the epoch. */
  usedAt: number;
}

interface Bounds<V> {
  /** Of the weights of all entries, in the caller's unit. */
  readonly most: number;
  /** Told of each entry that leaves without another in its place. */
  readonly onLeave?: (key: string, value: V) => void;
}

/**
 * A bounded cache with admission control. Who polls comes in a circle, and under a circle longer
 * than the cache an LRU one drops each entry just before it is asked for: nothing is ever found. So
 * a full cache keeps what is in use and refuses what is new; what nobody has asked for in ten
 * minutes makes room.
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

  /** The sum of the weights. */
  get weight(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string, now: number): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.usedAt = now;
    return entry.value;
  }

  /** Without counting as a use. */
  peek(key: string): V | undefined {
    return this.#entries.peek(key)?.value;
  }

  /** Whether there was room. What was kept under the key before is kept on when there was not. */
  set(key: string, value: V, weight: number, now: number): boolean {
    const before = this.#entries.peek(key);
    const weighed = before === undefined ? 0 : (this.#entries.info(key)?.size ?? 0);
    // What is replaced is in use, so it is not what makes room.
    if (before !== undefined) this.get(key, now);
    while (this.weight - weighed + weight > this.#most) {
      if (!this.#dropIdle(key, now)) return false;
    }
    // The same value set again would keep its old weight.
    this.#entries.set(key, { value, usedAt: now }, { size: weight });
    return true;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Drops what was not used for the longest time, unless it is in use. Whether there was such. */
  #dropIdle(except: string, now: number): boolean {
    const { value: oldest } = this.#entries.rkeys().next();
    if (oldest === undefined || oldest === except) return false;
    const usedAt = this.#entries.peek(oldest)?.usedAt ?? 0;
    // A use in the future was noted by a clock that was set back since, and says nothing.
    if (usedAt <= now && now - usedAt < IN_USE_MS) return false;
    return this.#entries.delete(oldest);
  }
}
