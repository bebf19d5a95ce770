import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { makeTestDatabase } from '#testing/database.ts';
import { rollingRestart } from '../../bench/support/rolling-restart.ts';

let dataDir: string;
let databaseUrl: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'grand-rolling-'));
  ({ url: databaseUrl, drop } = await makeTestDatabase());
});

afterEach(async () => {
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a rolling restart of two servers under load loses no request', async () => {
  const result = await rollingRestart({
    server: [join(inject('serverBundle'), 'server.js')],
    dataDir,
    databaseUrl,
    perSecond: 60,
    restarts: 1,
  });
  expect(result.asked).toBeGreaterThan(60);
  expect(result).toMatchObject({ failed: [], lost: 0, exits: [0, 0] });
}, 120_000);
