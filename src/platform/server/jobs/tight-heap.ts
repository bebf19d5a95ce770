import v8 from 'node:v8';

/** Percentage by which the old generation of V8 may grow before it is collected. */
const TIGHT = 30;

/** V8's default: V8 itself decides how much the heap may grow. */
const BY_ITSELF = 0;

let underWay = 0;

/**
 * Limits the heap during work that creates much garbage; otherwise the heap triples and takes
 * memory from other programs. The limit is removed after the work, because it is expensive: once
 * the old generation contains data of calls, a heap with this limit is collected repeatedly, and a
 * poll costs nearly twice as much (decision 34).
 */
export async function withTightHeap<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  if (underWay === 1) growBy(TIGHT);
  try {
    return await work();
  } finally {
    underWay -= 1;
    if (underWay === 0) growBy(BY_ITSELF);
  }
}

function growBy(percent: number): void {
  v8.setFlagsFromString(`--heap-growing-percent=${percent}`);
}
