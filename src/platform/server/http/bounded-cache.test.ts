import { expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

const MINUTE = 60_000;

it('replacing a value updates its weight', () => {
  const cache = new BoundedCache<object>({ most: 100 });
  const growing = {};
  cache.set('one', growing, 10, 0);
  cache.set('one', growing, 90, 0);
  expect(cache.weight).toBe(90);
  expect(cache.set('two', {}, 20, 0)).toBe(false);
  expect(cache.weight).toBe(90);
});

it('a full cache drops an entry after ten minutes without use, not one in use', () => {
  const cache = new BoundedCache<object>({ most: 2 });
  cache.set('idle', {}, 1, 0);
  cache.set('used', {}, 1, 0);
  cache.get('used', 9 * MINUTE);
  expect(cache.set('new', {}, 1, 9 * MINUTE)).toBe(false);
  expect(cache.set('new', {}, 1, 10 * MINUTE)).toBe(true);
  expect(cache.get('idle', 10 * MINUTE)).toBeUndefined();
  expect(cache.get('used', 10 * MINUTE)).toBeDefined();
});

it('a value larger than the cache is refused and evicts no entry', () => {
  const cache = new BoundedCache<object>({ most: 10 });
  cache.set('one', {}, 5, 0);
  expect(cache.set('one', {}, 11, 60 * MINUTE)).toBe(false);
  expect(cache.get('one', 60 * MINUTE)).toBeDefined();
});

it('an entry used in the future, before the clock was set back, can be evicted', () => {
  const cache = new BoundedCache<object>({ most: 1 });
  cache.set('ahead', {}, 1, 1000 * MINUTE);
  expect(cache.set('new', {}, 1, 0)).toBe(true);
});

it('onLeave is called for evicted and deleted entries, not for replaced ones', () => {
  const left: string[] = [];
  const cache = new BoundedCache<object>({ most: 2, onLeave: (key) => left.push(key) });
  cache.set('one', {}, 1, 0);
  cache.set('one', {}, 2, 0);
  expect(left).toEqual([]);
  cache.set('two', {}, 2, 10 * MINUTE);
  cache.delete('two');
  cache.set('three', {}, 1, 10 * MINUTE);
  cache.clear();
  expect(left).toEqual(['one', 'two', 'three']);
});
