import type { Database, Db } from '#database/connect.ts';
import type { ResponseCache } from './response-cache.ts';

interface Keeping<T> {
  readonly accountId: string;
  readonly key: string;
  readonly make: (db: Db, cacheUntil: (instant: Date) => void) => Promise<T>;
}

/**
 * Returns the result of `make`, which reads data of a household in its own transaction. The result
 * is cached until data of the household changes.
 */
export async function cachedJson<T>(
  { cache, database }: { readonly cache: ResponseCache; readonly database: Database },
  now: Date,
  { accountId, key, make }: Keeping<T>,
): Promise<T> {
  const known = cache.get(accountId, key, now.getTime());
  const { bytes } =
    known ??
    (await cache.make(accountId, key, async () => {
      let validUntil = Number.POSITIVE_INFINITY;
      const cacheUntil = (instant: Date) => {
        validUntil = Math.min(validUntil, instant.getTime());
      };
      const made = await database.inHousehold(accountId, (db) => make(db, cacheUntil));
      return { json: JSON.stringify(made), validFrom: now.getTime(), validUntil };
    }));
  // The cast is safe: `make` created the cached bytes for the same key.
  return JSON.parse(bytes.toString()) as T;
}
