import { LRUCache } from 'lru-cache';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { Weather } from '../contract.ts';

const FRESH_MS = 10 * MINUTE_MS;

/** Maximum age of a result that is still returned. */
const STILL_GOOD_MS = 3 * HOUR_MS;

/** Time after a failure during which the provider is not asked again. */
const REST_MS = MINUTE_MS;

const REMEMBERED_PLACES = 1000;

interface Place {
  last?: { readonly weather: Weather; readonly at: number };
  askedAt: number;
  asking?: Promise<void> | undefined;
}

/** Caches the last weather of each place; at most one request per place runs at a time. */
export class RememberedWeather {
  readonly #places = new LRUCache<string, Place>({ max: REMEMBERED_PLACES });

  /** Resolves to undefined if the provider fails and the last result is too old. */
  async of(
    key: string,
    now: number,
    ask: () => Promise<Weather | undefined>,
  ): Promise<Weather | undefined> {
    const place = this.#places.get(key) ?? { askedAt: Number.NEGATIVE_INFINITY };
    this.#places.set(key, place);
    const age = place.last === undefined ? Number.POSITIVE_INFINITY : now - place.last.at;
    if (age >= FRESH_MS && now - place.askedAt >= REST_MS) {
      place.asking ??= this.#ask(place, now, ask);
    }
    await place.asking;
    const { last } = place;
    return last !== undefined && now - last.at < STILL_GOOD_MS ? last.weather : undefined;
  }

  async #ask(place: Place, now: number, ask: () => Promise<Weather | undefined>): Promise<void> {
    const weather = await ask();
    place.askedAt = now;
    if (weather !== undefined) place.last = { weather, at: now };
    place.asking = undefined;
  }
}
