import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crashRounds } from './support/crash-rounds.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});

const dataDir = mkdtempSync(join(tmpdir(), 'grand-crash-'));
const kills = Number(values.kills);

const result = await crashRounds({
  server: ['dist/server/server.js'],
  dataDir,
  kills,
  seed: Number(values.seed),
  onRound: (round, { acknowledged, lost }) => {
    if (round % 10 === 0)
      console.log(`${round} kills, ${acknowledged} writes, ${lost.length} lost`);
  },
});
rmSync(dataDir, { recursive: true, force: true });

const sorted = result.starts.toSorted((one, other) => one - other);
const percentile = (share: number) =>
  `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`;

console.table({
  'kills under load': kills,
  'kills while starting': result.earlyKills,
  'acknowledged writes': result.acknowledged,
  'lost writes': result.lost.length,
  'ready again, median': percentile(0.5),
  'ready again, 95th percentile': percentile(0.95),
  'ready again, longest': percentile(1),
});
for (const lost of result.lost.slice(0, 20)) console.log(`LOST ${lost}`);
process.exitCode = result.lost.length === 0 ? 0 : 1;
