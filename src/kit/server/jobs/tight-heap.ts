import v8 from 'node:v8';

/** How much V8's old generation may grow beyond what lives, in percent, until it is collected. */
const TIGHT = 30;

/** V8 chooses by itself. */
const BY_ITSELF = 0;

let underWay = 0;

/**
 * Does work that makes much garbage, and keeps the heap small meanwhile: left to itself it triples,
 * and that is memory which other programs lack. Only meanwhile, because polls pay for it: a heap
 * so small is collected again and again once what belongs to calls has come into its old generation,
 * and a poll costs nearly twice as much then (decision 86).
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
