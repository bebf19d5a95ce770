import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres, startOwnPostgres } from '../tests/support/postgres.ts';
import { crashRounds } from './support/crash-rounds.ts';

/** Maximum time until a restarted server is ready, in milliseconds. */
const MAX_START_MS = 10_000;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'both' },
  },
});
const kills = Number(values.kills);

async function crash(kind: 'embedded' | 'postgres'): Promise<boolean> {
  const found = kind === 'postgres' ? findPostgres() : undefined;
  if (kind === 'postgres' && (found === undefined || 'url' in found)) {
    throw new Error('This bench needs PostgreSQL programs that it can start and kill.');
  }
  const postgres =
    found !== undefined && 'programs' in found ? await startOwnPostgres(found.programs) : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-crash-'));
  const result = await crashRounds({
    server: ['dist/server/server.js'],
    dataDir,
    kills,
    seed: Number(values.seed),
    postgres,
    onRound: (round, { acknowledged, wrong }) => {
      if (round % 10 === 0)
        console.log(`${kind}: ${round} kills, ${acknowledged} writes, ${wrong.length} wrong`);
    },
  });
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });

  const sorted = result.starts.toSorted((one, other) => one - other);
  const percentile = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  console.table({
    database: kind,
    'kills under load': kills,
    'of them with PostgreSQL itself': result.databaseKills,
    'kills while starting': result.earlyKills,
    'acknowledged writes, of nine kinds': result.acknowledged,
    'lost or half done': result.wrong.length,
    'ready again, median': `${percentile(0.5)} ms`,
    'ready again, 95th percentile': `${percentile(0.95)} ms`,
    'ready again, longest': `${percentile(1)} ms (at most ${MAX_START_MS})`,
  });
  for (const wrong of result.wrong.slice(0, 20)) console.log(`WRONG ${wrong}`);
  return result.wrong.length === 0 && percentile(1) <= MAX_START_MS;
}

const kinds = (['embedded', 'postgres'] as const).filter(
  (kind) => values.database === 'both' || values.database === kind,
);
let good = kinds.length > 0;
for (const kind of kinds) good = (await crash(kind)) && good;
process.exitCode = good ? 0 : 1;
