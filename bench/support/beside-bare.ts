import autocannon from 'autocannon';
import { median } from './database-cpu.ts';
import { type MeasuredServer, startMeasured } from './measured-server.ts';

const CONNECTIONS = 16;

interface Wanted {
  readonly path: string;
  /** Headers that the compared requests send. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Rounds {
  readonly rounds: number;
  readonly requests: number;
}

export interface Comparison extends Wanted, Rounds {
  /** Maximum CPU of an answer by status, relative to bare node:http. */
  readonly limits: { readonly 304: number; readonly 200: number };
  /** Ratios to reach in the long run, below the limits. */
  readonly goals: { readonly 304: number; readonly 200: number };
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Compares a request with a constant answer to bare node:http, which answers the same bytes.
 * Measures 304 and 200 answers, the two servers in turn. Returns true if both ratios are within
 * their limits.
 */
export async function besideBare(product: MeasuredServer, asked: Comparison): Promise<boolean> {
  const { path, headers, rounds, requests } = asked;
  const { bare, bytes, etag } = await startBare(product, asked);
  say(`${path}, ${bytes} bytes, ${rounds} rounds of ${requests} requests, turn about`);
  let good = true;
  for (const status of [304, 200] as const) {
    const known = status === 304 ? { 'if-none-match': etag } : {};
    const wanted = { ...asked, headers: { ...headers, ...known } };
    good = (await roundsOf(status, product, bare, wanted)) && good;
  }
  await bare.stop();
  return good;
}

async function roundsOf(
  status: 304 | 200,
  product: MeasuredServer,
  bare: MeasuredServer,
  asked: Comparison,
): Promise<boolean> {
  const { own, bare: least, ratio } = await compareWithBare(status, product, bare, asked);
  const limit = asked.limits[status];
  const verdict = ratio <= limit ? 'within' : 'OVER';
  say(
    `  ${status}: ${own.toFixed(1)} µs of CPU a request, bare ${least.toFixed(1)} µs, ${ratio.toFixed(2)} times (${verdict} ${limit}; the goal is ${asked.goals[status]})`,
  );
  return ratio <= limit;
}

/**
 * Starts bare node:http, which answers with a copy of the product's answer to this request. Returns
 * the ETag of the answer as well.
 */
export async function startBare(product: MeasuredServer, { path, headers }: Wanted) {
  const first = await fetch(product.url + path, { headers });
  await first.text();
  const sameAs = JSON.stringify({ url: product.url + path, headers });
  const bare = await startMeasured('bench/support/bare-server.mjs', { SAME_AS: sameAs });
  return {
    bare,
    bytes: first.headers.get('content-length'),
    etag: first.headers.get('etag') ?? '',
  };
}

/**
 * Returns the median CPU of an answer of each server, in microseconds, and the median of the ratios
 * of the rounds.
 */
export async function compareWithBare(
  status: 304 | 200,
  product: MeasuredServer,
  bare: MeasuredServer,
  asked: Wanted & Rounds,
): Promise<{ own: number; bare: number; ratio: number }> {
  await cost(product, status, asked);
  await cost(bare, status, asked);
  const pairs: { own: number; bare: number }[] = [];
  for (let round = 0; round < asked.rounds; round += 1) {
    const own = await cost(product, status, asked);
    pairs.push({ own, bare: await cost(bare, status, asked) });
  }
  return {
    own: median(pairs.map((pair) => pair.own)),
    bare: median(pairs.map((pair) => pair.bare)),
    ratio: median(pairs.map((pair) => pair.own / pair.bare)),
  };
}

/**
 * Returns the CPU time of the server for one request, in microseconds. The client must not sleep:
 * otherwise the kernel wakes it during the server's write, which costs a tenth of an answer and
 * mostly affects a server that is slower than the client.
 */
async function cost(
  server: MeasuredServer,
  status: 304 | 200,
  { path, headers, requests }: Wanted & Rounds,
): Promise<number> {
  const before = await server.used();
  const fallAsleep = stayAwake();
  const result = await autocannon({
    url: server.url + path,
    headers,
    amount: requests,
    connections: CONNECTIONS,
  });
  fallAsleep();
  const used = (await server.used()).cpu - before.cpu;
  const answered = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  if (answered < requests)
    throw new Error(`only ${answered} of ${requests} answers were ${status}`);
  return used / answered;
}

/**
 * Keeps the event loop of this process from waiting (busy polling) until the returned function is
 * called.
 */
function stayAwake(): () => void {
  let isAwake = true;
  const turn = () => {
    if (isAwake) setImmediate(turn);
  };
  turn();
  return () => {
    isAwake = false;
  };
}
