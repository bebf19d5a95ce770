import v8 from 'node:v8';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { withTightHeap } from './tight-heap.ts';

const TIGHT = '--heap-growing-percent=30';
const BY_ITSELF = '--heap-growing-percent=0';

describe('a heap that is kept small', () => {
  const said: string[] = [];

  beforeEach(() => {
    said.length = 0;
    const setFlags = v8.setFlagsFromString;
    vi.spyOn(v8, 'setFlagsFromString').mockImplementation((flag) => {
      said.push(flag);
      setFlags(flag);
    });
  });

  test('is so while the work is under way, and not after it', async () => {
    const result = await withTightHeap(async () => {
      expect(said).toEqual([TIGHT]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(said).toEqual([TIGHT, BY_ITSELF]);
  });

  test('is not so after work that failed', async () => {
    const failing = withTightHeap(async () => {
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(said).toEqual([TIGHT, BY_ITSELF]);
  });

  test('stays so until the last of several is done', async () => {
    let endFirst = () => {};
    const first = withTightHeap(() => new Promise<void>((resolve) => (endFirst = resolve)));
    await withTightHeap(async () => undefined);
    expect(said).toEqual([TIGHT]);
    endFirst();
    await first;
    expect(said).toEqual([TIGHT, BY_ITSELF]);
  });
});
