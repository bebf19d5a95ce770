import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { layDatabase } from '#database/testing-setup.ts';
import { crashRounds } from '../../bench/support/crash-rounds.ts';

/** A whole night's worth with `npm test -- full`. */
const KILLS = process.env.TEST_FULL ? 6 : 2;

let dataDir: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'grand-crash-'));
  await layDatabase(dataDir);
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

test(`a server that is killed ${KILLS} times under load loses nothing that it acknowledged`, async () => {
  const result = await crashRounds({
    server: [join(inject('serverBundle'), 'server.js')],
    dataDir,
    kills: KILLS,
    seed: 42,
  });
  expect(result.acknowledged).toBeGreaterThan(KILLS);
  expect(result.wrong).toEqual([]);
}, 600_000);
