import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres, startPostgres } from '../src/database/testing-postgres.ts';
import { rollingRestart } from './support/rolling-restart.ts';

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '5' },
    rate: { type: 'string', default: '200' },
  },
});

const found = findPostgres();
if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
const postgres = await startPostgres(found);
const dataDir = mkdtempSync(join(tmpdir(), 'grand-rolling-'));

const result = await rollingRestart({
  server: ['dist/server/server.js'],
  dataDir,
  databaseUrl: postgres.url,
  perSecond: Number(values.rate),
  restarts: Number(values.restarts),
});
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });

const badExits = result.exits.filter((code) => code !== 0).length;
console.table({
  'restarts of each of two servers': Number(values.restarts),
  'requests a second': Number(values.rate),
  requests: result.asked,
  failed: result.failed.length,
  'acknowledged and lost': result.lost,
  'asked again elsewhere by the proxy': result.again,
  'slowest answer': `${Math.round(result.slowestMs)} ms`,
  'servers that did not end by themselves': badExits,
});
for (const reason of result.failed.slice(0, 20)) console.log(`FAILED ${reason}`);
process.exitCode = result.failed.length + result.lost + badExits === 0 ? 0 : 1;
