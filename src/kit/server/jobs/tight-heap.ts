import v8 from 'node:v8';

/** How much V8's old generation may grow beyond what lives, in percent, until it is collected. */
const TIGHT = 30;

/** V8 chooses by itself. */
const BY_ITSELF = 0;

let underWay = 0;

/**
 * Does work that makes much garbage, and keeps the heap small meanwhile: left to itself it triples,
 * and that is memory which other programs lack. Only meanwhile, because polls pay for it: a small heap
 * is collected so often that what belongs to calls under way is taken for old each time, which makes
 * it be collected again (decision 86).
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
