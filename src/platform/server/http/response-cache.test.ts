import { describe, expect, it } from 'vitest';
import { type FreshResponse, ResponseCache } from './response-cache.ts';

const HOUSEHOLD = 'a-household';

/**
 * Creates a cache with the capacity `mostBytes` for polled answers. Pages have a third of that in
 * addition.
 */
const newCache = ({ isSecure = false, mostBytes = 1_000_000 } = {}) =>
  new ResponseCache({ isSecure, mostBytes: Math.ceil((mostBytes * 4) / 3) });

const answer =
  (json: FreshResponse['json'], validUntil = Number.POSITIVE_INFINITY, validFrom = 0) =>
  async () => ({ json, validFrom, validUntil });

const page = (bytes: number, encoding: 'gzip' | 'identity' = 'identity') =>
  answer({ chunks: [Buffer.alloc(bytes - 1, 'x'), Buffer.from('y')], encoding });

const textOf = (cached: { bytes: Buffer } | undefined) => cached?.bytes.toString();

it('an answer is cached until its expiry', async () => {
  const cache = newCache();
  await cache.make(HOUSEHOLD, 'day', answer('[1]', 1000));
  expect(textOf(cache.get(HOUSEHOLD, 'day', 999))).toBe('[1]');
  expect(cache.get(HOUSEHOLD, 'day', 1000)).toBeUndefined();
});

it('an answer created by a clock that was ahead is not used before its time', async () => {
  const cache = newCache();
  await cache.make(HOUSEHOLD, 'day', answer('[1]', 2000, 1000));
  expect(cache.get(HOUSEHOLD, 'day', 999)).toBeUndefined();
  expect(textOf(cache.get(HOUSEHOLD, 'day', 1000))).toBe('[1]');
});

it('equal bytes have the same ETag and different bytes another', async () => {
  const cache = newCache();
  const one = await cache.make(HOUSEHOLD, 'one', answer('[1]'));
  const same = await cache.make(HOUSEHOLD, 'same', answer('[1]'));
  const other = await cache.make(HOUSEHOLD, 'other', answer('[2]'));
  expect(one.etag).toBe(same.etag);
  expect(one.etag).not.toBe(other.etag);
});

it('a household is followed before its data is read for the cache', async () => {
  const cache = newCache();
  const steps: string[] = [];
  cache.followBy({
    follow: async (accountId) => {
      await new Promise(setImmediate);
      steps.push(`follow ${accountId}`);
    },
  });
  await cache.make(HOUSEHOLD, 'day', async () => {
    steps.push('read');
    return { json: '[]', validFrom: 0, validUntil: 1 };
  });
  expect(steps).toEqual([`follow ${HOUSEHOLD}`, 'read']);
  expect([cache.has(HOUSEHOLD), cache.has('another')]).toEqual([true, false]);
});

it('concurrent requests for an answer share one computation', async () => {
  const cache = newCache();
  let made = 0;
  const work = async () => {
    made += 1;
    return { json: '[]', validFrom: 0, validUntil: 1 };
  };
  await Promise.all([cache.make(HOUSEHOLD, 'day', work), cache.make(HOUSEHOLD, 'day', work)]);
  expect(made).toBe(1);
});

it('an answer that was computed during a change of the household is not cached', async () => {
  const cache = newCache();
  let end = () => {};
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const old = cache.make(HOUSEHOLD, 'day', () => mayEnd.then(answer('["old"]')));
  cache.drop(HOUSEHOLD);
  await cache.make(HOUSEHOLD, 'day', answer('["new"]'));
  end();
  await old;
  expect(textOf(cache.get(HOUSEHOLD, 'day', 0))).toBe('["new"]');
});

it('caching stops while changes by other processes cannot be received', async () => {
  const cache = newCache();
  await cache.make(HOUSEHOLD, 'day', answer('[]'));
  cache.setBypassed(true);
  expect(cache.get(HOUSEHOLD, 'day', 0)).toBeUndefined();
  await cache.make(HOUSEHOLD, 'day', answer('[]'));
  expect(cache.get(HOUSEHOLD, 'day', 0)).toBeUndefined();
  cache.setBypassed(false);
  await cache.make(HOUSEHOLD, 'day', answer('[]'));
  expect(textOf(cache.get(HOUSEHOLD, 'day', 0))).toBe('[]');
});

it('a failure is not cached', async () => {
  const cache = newCache();
  const failing = () => Promise.reject(new Error('no database'));
  await expect(cache.make(HOUSEHOLD, 'day', failing)).rejects.toThrow('no database');
  await cache.make(HOUSEHOLD, 'day', answer('[]'));
  expect(textOf(cache.get(HOUSEHOLD, 'day', 0))).toBe('[]');
});

it('HSTS is part of full and 304 answers if the server uses https', async () => {
  for (const isSecure of [true, false]) {
    const cached = await newCache({ isSecure }).make(HOUSEHOLD, 'day', answer('[1]'));
    for (const head of [cached.fullHead, cached.unchangedHead]) {
      expect(head.includes('Strict-Transport-Security')).toBe(isSecure);
    }
  }
});

describe('ResponseCache at its capacity', () => {
  const MINUTE = 60_000;
  const POLL = MINUTE / 2;
  const paths = ['doses', 'settings'];

  /**
   * Polls each household in turn and creates the missing answers. Returns the share of cache hits.
   */
  async function pollInTurn(cache: ResponseCache, households: number, bytes: number, now: number) {
    let kept = 0;
    for (let each = 0; each < households; each += 1) {
      for (const path of paths) {
        const id = `household-${each}`;
        if (cache.get(id, path, now) !== undefined) kept += 1;
        else await cache.make(id, path, answer('x'.repeat(bytes), Number.MAX_VALUE, now));
      }
    }
    return kept / households / paths.length;
  }

  /** Returns the size of all buffers behind the cached answers. */
  function heldBy(cache: ResponseCache, households: number, now: number) {
    const held = new Set<ArrayBufferLike>();
    for (let each = 0; each < households; each += 1) {
      for (const path of paths) {
        const kept = cache.get(`household-${each}`, path, now);
        if (kept !== undefined) held.add(kept.bytes.buffer);
      }
    }
    return [...held].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  it('the cached answers use no more memory than the limit', async () => {
    for (const bytes of [10, 3000, 200_000]) {
      const cache = newCache({ mostBytes: 2_000_000 });
      await pollInTurn(cache, 1000, bytes, 0);
      const held = heldBy(cache, 1000, 0);
      expect(held).toBeLessThanOrEqual(2_000_000);
      // Checked only for large answers, whose overhead is small: the answers must then use nearly
      // all of the memory.
      if (bytes > 100_000) expect(held).toBeGreaterThan(1_500_000);
    }
  });

  it('the buffer of an answer contains only its own bytes', async () => {
    const { bytes } = await newCache().make(HOUSEHOLD, 'day', answer('["é"]'));
    expect(bytes.toString()).toBe('["é"]');
    expect(bytes.buffer.byteLength).toBe(6);
  });

  it('half of the answers hit if twice as many households poll as fit', async () => {
    const cache = newCache({ mostBytes: 500 * (900 + 2 * (1300 + 100)) });
    let share = 0;
    for (let round = 0; round < 5; round += 1) {
      share = await pollInTurn(cache, 1000, 100, round * POLL);
    }
    expect(share).toBeGreaterThan(0.48);
    expect(share).toBeLessThanOrEqual(0.5);
  });

  it('a new household takes the place of those that stopped polling', async () => {
    const cache = newCache({ mostBytes: 100 * (900 + 2 * (1300 + 100)) });
    await pollInTurn(cache, 100, 100, 0);
    expect(await pollInTurn(cache, 100, 100, POLL)).toBe(1);
    const others = (now: number) => cache.get('another', 'doses', now);
    await cache.make('another', 'doses', answer('[]', Number.MAX_VALUE, MINUTE));
    expect(others(MINUTE)).toBeUndefined();
    await cache.make('another', 'doses', answer('[]', Number.MAX_VALUE, 11 * MINUTE));
    expect(textOf(others(11 * MINUTE))).toBe('[]');
  });

  it('the capacity of a changed household is available to the next', async () => {
    const cache = newCache({ mostBytes: 2 * (900 + 1300 + 100) });
    for (const id of ['one', 'two', 'three']) await cache.make(id, 'day', answer('[]'));
    expect(cache.get('three', 'day', 0)).toBeUndefined();
    cache.drop('one');
    await cache.make('three', 'day', answer('[]'));
    expect(textOf(cache.get('three', 'day', 0))).toBe('[]');
  });

  it('an answer that does not fit evicts nothing from its household', async () => {
    const cache = newCache({ mostBytes: 10_000 });
    await cache.make(HOUSEHOLD, 'day', answer('[1]'));
    await cache.make(HOUSEHOLD, 'all', answer('x'.repeat(9_000)));
    expect(textOf(cache.get(HOUSEHOLD, 'day', 0))).toBe('[1]');
    expect(cache.get(HOUSEHOLD, 'all', 0)).toBeUndefined();
  });
});

describe('ResponseCache for pages', () => {
  /** Requests this number of pages of a household. Returns how many of them are then cached. */
  async function keptOf(cache: ResponseCache, accountId: string, pages: number, bytes: number) {
    const keys = Array.from({ length: pages }, (_, at) => `page ${at}`);
    for (const key of keys) await cache.make(accountId, key, page(bytes));
    return keys.filter((key) => cache.get(accountId, key, 0) !== undefined).length;
  }

  it('pages of one household are limited to its share of the cache', async () => {
    const share = 3_000_000 / 3 / 4;
    const cache = newCache({ mostBytes: 3_000_000 });
    const most = Math.floor((share - 900) / (1300 + 10_000));
    expect(await keptOf(cache, HOUSEHOLD, 1000, 10_000)).toBe(most);
    for (const id of ['two', 'three', 'four']) {
      expect(await keptOf(cache, id, 1000, 10_000)).toBe(most);
    }
    expect(await keptOf(cache, 'five', 1, 10_000)).toBe(0);
  });

  it('pages use no capacity of polled answers, and are dropped when their household changes', async () => {
    const cache = newCache({ mostBytes: 900 + 1300 + 2 });
    for (const id of ['two', 'three', HOUSEHOLD]) await keptOf(cache, id, 10, 10);
    await cache.make(HOUSEHOLD, 'day', answer('[]'));
    expect(textOf(cache.get(HOUSEHOLD, 'day', 0))).toBe('[]');

    const roomy = newCache();
    expect(await keptOf(roomy, HOUSEHOLD, 3, 10)).toBe(3);
    roomy.drop(HOUSEHOLD);
    expect(roomy.get(HOUSEHOLD, 'page 0', 0)).toBeUndefined();
    expect(await keptOf(roomy, HOUSEHOLD, 3, 10)).toBe(3);
  });

  it('each page has one separate buffer and headers for its encoding', async () => {
    const packed = await newCache().make(HOUSEHOLD, 'page', page(3, 'gzip'));
    expect(textOf(packed)).toBe('xxy');
    expect(packed.bytes.buffer.byteLength).toBe(3);
    expect(packed.fullHead).toContain('Content-Encoding');
    expect(packed.unchangedHead).not.toContain('Content-Encoding');
    const plain = await newCache().make(HOUSEHOLD, 'page', page(3));
    expect(plain.fullHead).not.toContain('Content-Encoding');
    for (const { unchangedHead } of [packed, plain]) expect(unchangedHead).toContain('Vary');
  });
});
