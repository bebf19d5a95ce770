import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { photoCrashRounds } from './support/photo-crash-rounds.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});

const dataDir = mkdtempSync(join(tmpdir(), 'grand-photo-crash-'));
const kills = Number(values.kills);

const result = await photoCrashRounds({
  server: ['dist/server/server.js'],
  dataDir,
  kills,
  seed: Number(values.seed),
  onRound: (round, { begun, acknowledged }) => {
    if (round % 10 === 0) console.log(`${round} kills, ${begun} uploads, ${acknowledged} answered`);
  },
});
rmSync(dataDir, { recursive: true, force: true });

console.table({
  'kills under uploads': kills,
  'uploads begun': result.begun,
  'uploads answered': result.acknowledged,
  'rows in the end': result.rows,
  'answered and lost': result.lost.length,
  'rows without a file': result.rowsWithoutFile.length,
  'files without a row before the sweep': result.sweptFiles,
  'files without a row after it': result.filesWithoutRow.length,
});
const wrong = [...result.lost, ...result.rowsWithoutFile, ...result.filesWithoutRow];
for (const line of wrong.slice(0, 20)) console.log(`WRONG ${line}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
