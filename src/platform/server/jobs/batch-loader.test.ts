import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { batchLoader } from './batch-loader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BOUNDS = { atOnce: 1, most: 3, longestWaitMs: 250, tooMany: 'Later, please.' };

/**
 * Creates a loader that returns words in capital letters; words that start with x fail. The test
 * decides when a batch ends.
 */
function controlled(bounds = BOUNDS) {
  const batches: { words: readonly string[]; end: (error?: Error) => void }[] = [];
  const load = batchLoader(
    bounds,
    (words: readonly string[]) =>
      new Promise<PromiseSettledResult<string>[]>((resolve, reject) => {
        const outcomes = words.map((word): PromiseSettledResult<string> => {
          if (word.startsWith('x')) return { status: 'rejected', reason: new Error(word) };
          return { status: 'fulfilled', value: word.toUpperCase() };
        });
        batches.push({ words, end: (error) => (error ? reject(error) : resolve(outcomes)) });
      }),
  );
  return {
    load,
    end: (at: number, error?: Error) => batches[at]?.end(error),
    words: () => batches.map(({ words }) => words),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

it('the first key is loaded at once, and keys requested meanwhile are loaded together in order', async () => {
  const { load, end, words } = controlled();
  const first = load('a');
  await settle();
  const others = ['b', 'c', 'd', 'e'].map(load);
  await settle();
  expect(words()).toEqual([['a']]);
  end(0);
  expect(await first).toBe('A');
  expect(words()).toEqual([['a'], ['b', 'c', 'd']]);
  end(1);
  await settle();
  expect(words()).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  end(2);
  expect(await Promise.all(others)).toEqual(['B', 'C', 'D', 'E']);
});

it('keys requested in one turn form a batch, and two batches run at a time', async () => {
  const { load, end, words } = controlled({ ...BOUNDS, atOnce: 2 });
  const one = ['a', 'b'].map(load);
  await settle();
  const other = load('c');
  await settle();
  const third = load('d');
  await settle();
  expect(words()).toEqual([['a', 'b'], ['c']]);
  end(1);
  expect(await other).toBe('C');
  expect(words()).toEqual([['a', 'b'], ['c'], ['d']]);
  end(0);
  end(2);
  expect(await Promise.all([...one, third])).toEqual(['A', 'B', 'D']);
});

it('a failed key fails alone, a failed batch fails all of its keys, and later batches succeed', async () => {
  const { load, end } = controlled();
  const first = Promise.allSettled(['a', 'x1', 'c'].map(load));
  await settle();
  const second = Promise.allSettled(['d', 'e'].map(load));
  end(0);
  expect((await first).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  end(1, new Error('gone'));
  expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const third = load('f');
  await settle();
  end(2);
  expect(await third).toBe('F');
});

it('a key that waits too long is refused and not loaded, but a key in a batch is not refused', async () => {
  const { load, end, words } = controlled();
  const first = load('a');
  await settle();
  const refused = expect(load('b')).rejects.toMatchObject({ status: 503, code: 'too-busy' });
  await vi.advanceTimersByTimeAsync(249);
  const late = load('c');
  await vi.advanceTimersByTimeAsync(1);
  await refused;
  end(0);
  expect(await first).toBe('A');
  expect(words()).toEqual([['a'], ['c']]);
  end(1);
  expect(await late).toBe('C');
});
