import autocannon from 'autocannon';
import { median } from './database-cpu.ts';
import { type Figure, tellFigure } from './figures.ts';
import { type MeasuredServer, startMeasured } from './measured-server.ts';

const CONNECTIONS = 16;

/** What is asked, again and again. */
export interface Asked {
  readonly path: string;
  /** Those of the caller. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly requests: number;
  /** CPU for an answer, as a multiple of bare node:http's. */
  readonly limits: { readonly 304: number; readonly 200: number };
  /** What the goals ask of both. */
  readonly goals: Readonly<Record<304 | 200, Pick<Figure, 'goal' | 'most'>>>;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Measures a call whose answer does not change against bare node:http answering the same bytes, turn
 * about: unchanged and whole. Whether both are within their limits.
 */
export async function besideBare(product: MeasuredServer, asked: Asked): Promise<boolean> {
  const { path, headers, rounds, requests } = asked;
  const first = await fetch(product.url + path, { headers });
  await first.text();
  const sameAs = JSON.stringify({ url: product.url + path, headers });
  const bare = await startMeasured('bench/support/bare-server.mjs', { SAME_AS: sameAs });
  const bytes = first.headers.get('content-length');
  say(`${path}, ${bytes} bytes, ${rounds} rounds of ${requests} requests, turn about`);
  let good = true;
  for (const status of [304, 200] as const) {
    const known = status === 304 ? { 'if-none-match': first.headers.get('etag') ?? '' } : {};
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
  asked: Asked,
): Promise<boolean> {
  await cost(product, status, asked);
  await cost(bare, status, asked);
  const pairs: { own: number; bare: number }[] = [];
  for (let round = 0; round < asked.rounds; round += 1) {
    const own = await cost(product, status, asked);
    pairs.push({ own, bare: await cost(bare, status, asked) });
  }
  const ratio = median(pairs.map((pair) => pair.own / pair.bare));
  const own = median(pairs.map((pair) => pair.own)).toFixed(1);
  const least = median(pairs.map((pair) => pair.bare)).toFixed(1);
  const limit = asked.limits[status];
  tellFigure({
    ...asked.goals[status],
    what: `${status} of ${asked.path}`,
    ...{ figure: ratio, unit: 'times bare node:http' },
  });
  const verdict = ratio <= limit ? 'within' : 'OVER';
  say(
    `  ${status}: ${own} µs of CPU a request, bare ${least} µs, ${ratio.toFixed(2)} times (${verdict} ${limit})`,
  );
  return ratio <= limit;
}

/** Microseconds of the server's CPU for one request. */
async function cost(
  server: MeasuredServer,
  status: 304 | 200,
  { path, headers, requests }: Asked,
): Promise<number> {
  const before = await server.used();
  const result = await autocannon({
    url: server.url + path,
    headers,
    amount: requests,
    connections: CONNECTIONS,
  });
  const used = (await server.used()).cpu - before.cpu;
  const answered = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  if (answered < requests)
    throw new Error(`only ${answered} of ${requests} answers were ${status}`);
  return used / answered;
}
