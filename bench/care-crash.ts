import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { careCrashRounds } from './support/care-crash-rounds.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});

const dataDir = mkdtempSync(join(tmpdir(), 'grand-care-'));
const kills = Number(values.kills);

const result = await careCrashRounds({
  server: ['dist/server/server.js'],
  dataDir,
  kills,
  seed: Number(values.seed),
  onRound: (round, { doses, mails, again }) => {
    if (round % 10 === 0)
      console.log(`${round} kills, ${doses} doses, ${mails} mails, ${again} again`);
  },
});
rmSync(dataDir, { recursive: true, force: true });

console.table({
  'kills around sweeps and mails': kills,
  'overdue doses': result.doses,
  'mails to two administrators': result.mails,
  'the same mail again': result.again,
  'doses never told of': result.untold.length,
  'doses told of twice': result.toldTwice.length,
});
for (const line of [...result.untold, ...result.toldTwice].slice(0, 20)) console.log(line);
process.exitCode = result.untold.length + result.toldTwice.length === 0 ? 0 : 1;
