import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { layDatabase } from '#testing/database-setup.ts';
import { careCrashRounds } from '../../bench/support/care-crash-rounds.ts';

/** Number of kills; `npm test -- full` runs more. */
const KILLS = process.env.TEST_FULL ? 10 : 3;

let dataDir: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'grand-care-'));
  await layDatabase(dataDir);
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

test(`a server killed ${KILLS} times during its sweeps alerts of each overdue dose exactly once`, async () => {
  const { doses, untold, toldTwice } = await careCrashRounds({
    server: [join(inject('serverBundle'), 'server.js')],
    dataDir,
    kills: KILLS,
    seed: 42,
  });
  expect(doses).toBeGreaterThanOrEqual(KILLS);
  expect({ untold, toldTwice }).toEqual({ untold: [], toldTwice: [] });
}, 300_000);
