import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { relayTo } from '../src/database/relay.testing.ts';
import {
  findPostgres,
  type OwnPostgres,
  runStatement,
  startOwnPostgres,
} from '../src/database/testing-postgres.ts';
import { type Away, askThroughout } from './support/asked-throughout.ts';
import { registerCookie } from './support/household.ts';
import { startProduct } from './support/measured-server.ts';

/** Maximum time of every answer, including those during the outage. */
const MAX_DURATION_MS = 5_000;
/** Maximum time until the server has recovered after PostgreSQL has. */
const MAX_MS_BACK = 10_000;
const MAX_CONNECTIONS = 11;
const CALM_MS = 3_000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '40' },
  },
});

const found = findPostgres();
if (found === undefined || 'url' in found) {
  throw new Error('This bench needs PostgreSQL programs that it can start and kill.');
}
const postgres = await startOwnPostgres(found.programs);
const relay = await relayTo(postgres.url);

/** Stops PostgreSQL under load and restarts it. */
async function tryAway(kind: string, away: Away): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-gone-'));
  const product = await startProduct(dataDir, { DATABASE_URL: relay.url });
  try {
    const cookie = await registerCookie(product.url, `${kind}@example.com`);
    const asked = askThroughout(product.url, cookie, Number(values.rate));
    await sleep(CALM_MS);
    await away.go();
    const gone = performance.now();
    await sleep(Number(values.seconds) * 1000);
    await away.comeBack();
    const back = performance.now();
    await asked.wellAgain(MAX_MS_BACK + MAX_DURATION_MS);
    const well = performance.now();
    await sleep(CALM_MS);
    const answers = await asked.end();
    const during = answers.filter(({ began }) => began >= gone && began < back);
    const refused = answers.filter(({ status }) => status === 503);
    const bad = answers.filter(({ status }) => status !== 200 && status !== 503);
    const slowest = Math.round(Math.max(...answers.map(({ ms }) => ms)));
    const unsaid = refused.filter(({ again }) => again === null).length;
    const connections = await openConnections(postgres);
    console.table({
      PostgreSQL: kind,
      'away, seconds': Number(values.seconds),
      requests: answers.length,
      'while it was away': during.length,
      'of them answered 503': during.filter(({ status }) => status === 503).length,
      '503 without Retry-After': unsaid,
      'neither 200 nor 503': bad.length,
      'slowest answer': `${slowest} ms (at most ${MAX_DURATION_MS})`,
      'well again after': `${Math.round(well - back)} ms (at most ${MAX_MS_BACK})`,
      'connections in the end': `${connections} (at most ${MAX_CONNECTIONS})`,
    });
    for (const { status } of bad.slice(0, 5)) console.log(`WRONG ${status}`);
    const inTime = slowest <= MAX_DURATION_MS && well - back <= MAX_MS_BACK;
    return inTime && bad.length + unsaid === 0 && connections <= MAX_CONNECTIONS;
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function openConnections({ url }: OwnPostgres): Promise<number> {
  const { rows } = await runStatement(
    url,
    "select count(*)::int as open from pg_stat_activity where application_name like 'grand-app%'",
  );
  return rows[0].open;
}

const dead = await tryAway('dead', {
  go: () => postgres.kill(),
  comeBack: () => postgres.startAgain(),
});
const silent = await tryAway('silent', {
  go: async () => relay.mute(),
  comeBack: async () => relay.unmute(),
});
await relay.close();
await postgres.stop();
process.exitCode = dead && silent ? 0 : 1;
