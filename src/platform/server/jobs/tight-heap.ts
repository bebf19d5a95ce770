import v8 from 'node:v8';

/** Growth of V8's old generation before a collection, in percent of the live size. */
const TIGHT = 30;

/** V8 decides. */
const BY_ITSELF = 0;

let underWay = 0;

/**
 * Limits the heap during work that creates much garbage; otherwise the heap triples and takes
 * memory from other programs. The limit ends with the work because it is expensive: once data of
 * calls is in the old generation, such a small heap is collected repeatedly, and a poll costs
 * nearly twice as much (decision 34).
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
