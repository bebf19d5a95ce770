import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { layDatabase } from '#database/testing-setup.ts';
import { careCrashRounds } from '../../bench/support/care-crash-rounds.ts';

/** A whole night's worth with `npm test -- full`. */
const KILLS = process.env.TEST_FULL ? 10 : 3;

let dataDir: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'grand-care-'));
  await layDatabase(dataDir);
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

test(`a server that is killed ${KILLS} times around its sweeps tells of each overdue dose once`, async () => {
  const { doses, untold, toldTwice } = await careCrashRounds({
    server: [join(inject('serverBundle'), 'server.js')],
    dataDir,
    kills: KILLS,
    seed: 42,
  });
  expect(doses).toBeGreaterThanOrEqual(KILLS);
  expect({ untold, toldTwice }).toEqual({ untold: [], toldTwice: [] });
}, 300_000);
