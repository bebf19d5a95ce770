import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { findPostgres, startPostgres } from '../src/database/testing-postgres.ts';
import { registerCookie } from './support/household.ts';
import { type MeasuredServer, startMeasured } from './support/measured-server.ts';

/** What the product promises: CPU for an answer, as a multiple of bare node:http's. */
const LIMITS = { 304: 2, 200: 3 };

const ROUNDS = 7;
const REQUESTS = 20_000;
const CONNECTIONS = 16;
const PATH = '/api/upcoming-medications';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures the polled call against bare node:http answering the same bytes, turn about. */
async function benchPolls(): Promise<boolean> {
  const found = findPostgres();
  if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
  const postgres = await startPostgres(found);
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-bench-'));
  const product = await startMeasured('dist/server/server.js', {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
  });
  try {
    return await compare(product);
  } finally {
    await product.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function compare(product: MeasuredServer): Promise<boolean> {
  const cookie = await householdWithMedications(product.url);
  const answer = await fetch(product.url + PATH, { headers: { cookie } });
  const body = await answer.text();
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(content-length|connection|keep-alive)$/.test(name)),
  );
  const bare = await startMeasured('bench/support/bare-server.mjs', {
    ANSWER: JSON.stringify({ body, headers }),
  });
  say(`${PATH}, ${body.length} bytes, ${ROUNDS} rounds of ${REQUESTS} requests, turn about`);
  let good = true;
  for (const status of [304, 200] as const) {
    const known: Record<string, string> =
      status === 304 ? { 'if-none-match': headers.etag ?? '' } : {};
    const asked = { cookie, ...known };
    good = (await rounds(status, product, bare, asked)) && good;
  }
  await bare.stop();
  return good;
}

async function rounds(
  status: 304 | 200,
  product: MeasuredServer,
  bare: MeasuredServer,
  headers: Record<string, string>,
): Promise<boolean> {
  await cost(product, status, headers);
  await cost(bare, status, headers);
  const pairs: { own: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = await cost(product, status, headers);
    pairs.push({ own, bare: await cost(bare, status, headers) });
  }
  const ratio = median(pairs.map((pair) => pair.own / pair.bare));
  const own = median(pairs.map((pair) => pair.own)).toFixed(1);
  const least = median(pairs.map((pair) => pair.bare)).toFixed(1);
  const verdict = ratio <= LIMITS[status] ? 'within' : 'OVER';
  say(
    `  ${status}: ${own} µs of CPU a request, bare ${least} µs, ${ratio.toFixed(2)} times (${verdict} ${LIMITS[status]})`,
  );
  return ratio <= LIMITS[status];
}

/** Microseconds of the server's CPU for one request. */
async function cost(
  server: MeasuredServer,
  status: 304 | 200,
  headers: Record<string, string>,
): Promise<number> {
  const before = await server.used();
  const result = await autocannon({
    url: server.url + PATH,
    headers,
    amount: REQUESTS,
    connections: CONNECTIONS,
  });
  const used = (await server.used()).cpu - before.cpu;
  const answered = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  if (answered < REQUESTS)
    throw new Error(`only ${answered} of ${REQUESTS} answers were ${status}`);
  return used / answered;
}

async function householdWithMedications(url: string): Promise<string> {
  const post = (path: string, body: object, cookie: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const cookie = await registerCookie(url, 'bench@example.com');
  for (const name of ['Lisinopril', 'Metformin', 'Atorvastatin', 'Vitamin D']) {
    const medication = {
      name,
      dosage: 'one tablet',
      frequency: 'twice_daily',
      times: ['08:00', '20:00'],
      startDate: '2026-01-01',
    };
    await post('/api/medications', medication, cookie);
  }
  return cookie;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

process.exitCode = (await benchPolls()) ? 0 : 1;
