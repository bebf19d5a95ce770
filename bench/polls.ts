import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '../tests/support/postgres.ts';
import { besideBare } from './support/beside-bare.ts';
import { polledHousehold } from './support/household.ts';
import { startMeasured } from './support/measured-server.ts';

/** Limits of this bench by status: maximum CPU of an answer, relative to bare node:http. */
const LIMITS = { 304: 1.75, 200: 1.75 };

/** Ratios to reach in the long run. */
const GOALS = { 304: 1.3, 200: 1.5 };

const ROUNDS = 7;
const REQUESTS = 20_000;

/**
 * Compares polls with bare node:http, which answers the same bytes; the two are measured in turn.
 */
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
    const cookie = await polledHousehold(product.url);
    return await besideBare(product, {
      path: '/api/upcoming-medications',
      headers: { cookie },
      rounds: ROUNDS,
      requests: REQUESTS,
      limits: LIMITS,
      goals: GOALS,
    });
  } finally {
    await product.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = (await benchPolls()) ? 0 : 1;
