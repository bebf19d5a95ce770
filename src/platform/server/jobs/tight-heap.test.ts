import v8 from 'node:v8';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { withTightHeap } from './tight-heap.ts';

const TIGHT = '--heap-growing-percent=30';
const BY_ITSELF = '--heap-growing-percent=0';

describe('withTightHeap', () => {
  const said: string[] = [];

  beforeEach(() => {
    said.length = 0;
    const setFlags = v8.setFlagsFromString;
    vi.spyOn(v8, 'setFlagsFromString').mockImplementation((flag) => {
      said.push(flag);
      setFlags(flag);
    });
  });

  test('withTightHeap limits the heap growth during the work and resets it afterwards', async () => {
    const result = await withTightHeap(async () => {
      expect(said).toEqual([TIGHT]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(said).toEqual([TIGHT, BY_ITSELF]);
  });

  test('withTightHeap resets the heap growth after failed work', async () => {
    const failing = withTightHeap(async () => {
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(said).toEqual([TIGHT, BY_ITSELF]);
  });

  test('withTightHeap keeps the limit until the last of several works has ended', async () => {
    let endFirst = () => {};
    const first = withTightHeap(() => new Promise<void>((resolve) => (endFirst = resolve)));
    await withTightHeap(async () => undefined);
    expect(said).toEqual([TIGHT]);
    endFirst();
    await first;
    expect(said).toEqual([TIGHT, BY_ITSELF]);
  });
});
