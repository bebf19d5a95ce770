import { expect, it } from 'vitest';
import { ResponseCache } from './response-cache.ts';

const HOUSEHOLD = 'a-household';

const answer =
  (json: string, validUntil = Number.POSITIVE_INFINITY, validFrom = 0) =>
  async () => ({ json, validFrom, validUntil });

const textOf = (cached: { bytes: Buffer } | undefined) => cached?.bytes.toString();

it('keeps what was made until its time', async () => {
  const cache = new ResponseCache();
  await cache.make(HOUSEHOLD, 'day', answer('[1]', 1000));
  expect(textOf(cache.get(HOUSEHOLD, 'day', 999))).toBe('[1]');
  expect(cache.get(HOUSEHOLD, 'day', 1000)).toBeUndefined();
});

it('does not give what a clock that was ahead made', async () => {
  const cache = new ResponseCache();
  await cache.make(HOUSEHOLD, 'day', answer('[1]', 2000, 1000));
  expect(cache.get(HOUSEHOLD, 'day', 999)).toBeUndefined();
  expect(textOf(cache.get(HOUSEHOLD, 'day', 1000))).toBe('[1]');
});

it('gives the same bytes the same ETag and others another', async () => {
  const cache = new ResponseCache();
  const one = await cache.make(HOUSEHOLD, 'one', answer('[1]'));
  const same = await cache.make(HOUSEHOLD, 'same', answer('[1]'));
  const other = await cache.make(HOUSEHOLD, 'other', answer('[2]'));
  expect(one.etag).toBe(same.etag);
  expect(one.etag).not.toBe(other.etag);
});

it('makes one answer for all who ask while it is being made', async () => {
  const cache = new ResponseCache();
  let made = 0;
  const work = async () => {
    made += 1;
    return { json: '[]', validFrom: 0, validUntil: 1 };
  };
  await Promise.all([cache.make(HOUSEHOLD, 'day', work), cache.make(HOUSEHOLD, 'day', work)]);
  expect(made).toBe(1);
});

it('does not keep an answer that was being made when the household changed', async () => {
  const cache = new ResponseCache();
  const old = cache.make(HOUSEHOLD, 'day', answer('["old"]'));
  cache.drop(HOUSEHOLD);
  const fresh = cache.make(HOUSEHOLD, 'day', answer('["new"]'));
  await Promise.all([old, fresh]);
  expect(textOf(cache.get(HOUSEHOLD, 'day', 0))).toBe('["new"]');
});

it('keeps nothing while the other processes cannot be heard', async () => {
  const cache = new ResponseCache();
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
  const cache = new ResponseCache();
  const failing = () => Promise.reject(new Error('no database'));
  await expect(cache.make(HOUSEHOLD, 'day', failing)).rejects.toThrow('no database');
  await cache.make(HOUSEHOLD, 'day', answer('[]'));
  expect(textOf(cache.get(HOUSEHOLD, 'day', 0))).toBe('[]');
});

it('says to use https alone where the house has it, whole or unchanged', async () => {
  for (const isSecure of [true, false]) {
    const cached = await new ResponseCache({ isSecure }).make(HOUSEHOLD, 'day', answer('[1]'));
    for (const head of [cached.fullHead, cached.unchangedHead]) {
      expect(head.includes('Strict-Transport-Security')).toBe(isSecure);
    }
  }
});
