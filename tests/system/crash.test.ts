import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { layDatabase } from '#testing/database-setup.ts';
import { crashRounds } from '../../bench/support/crash-rounds.ts';

/** Number of kills; `npm test -- full` runs more. */
const KILLS = process.env.TEST_FULL ? 6 : 2;

let dataDir: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'grand-crash-'));
  await layDatabase(dataDir);
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

test(`a server killed ${KILLS} times under load loses no acknowledged write`, async () => {
  const result = await crashRounds({
    server: [join(inject('serverBundle'), 'server.js')],
    dataDir,
    kills: KILLS,
    seed: 42,
  });
  expect(result.acknowledged).toBeGreaterThan(KILLS);
  expect(result.wrong).toEqual([]);
}, 600_000);
