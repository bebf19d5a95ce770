import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOperatorLine } from '#platform/server/operator-line.ts';
import { backUpTo, contentsOf, fillEveryTable, type Place, placeOf } from '#testing/backups.ts';
import { openTestDatabase } from '#testing/database.ts';
import { backupFromServer, backupRoute } from './backup-line.ts';

let dataDir: string;
let place: Place;
let hangUp: () => Promise<void>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'grand-line-'));
  place = placeOf(await openTestDatabase(), dataDir);
  await fillEveryTable(place);
  hangUp = await open(place);
});
afterEach(async () => {
  await hangUp();
  await place.database.close();
  await rm(dataDir, { recursive: true });
});

const open = (parts: Place) =>
  openOperatorLine({ routes: backupRoute(parts), dataDir, log: Fastify().log });

describe('backup through the operator socket', () => {
  it('a backup through the socket equals one made without it', async () => {
    const path = join(dataDir, 'line.zip');
    expect(await backupFromServer(dataDir, createWriteStream(path))).toBe(true);
    await backUpTo(join(dataDir, 'own.zip'), place);
    expect(await contentsOf(path)).toEqual(await contentsOf(join(dataDir, 'own.zip')));
  });

  it('only the owner of the folder can open the socket', async () => {
    expect((await stat(join(dataDir, 'operator.sock'))).mode & 0o777).toBe(0o600);
  });

  it('other paths are not found', async () => {
    const status = await new Promise((resolve, reject) => {
      const socketPath = join(dataDir, 'operator.sock');
      request({ socketPath, path: '/', method: 'GET', agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });

  it('the socket is removed when the server closes, and replaced after a crash', async () => {
    await hangUp();
    expect(await backupFromServer(dataDir, new PassThrough())).toBe(false);
    hangUp = await open(place);
    const again = await open(place);
    expect(existsSync(join(dataDir, 'operator.sock'))).toBe(true);
    expect(await backupFromServer(dataDir, new PassThrough().resume())).toBe(true);
    await again();
  });

  it('a backup fails with an error if the server cannot complete it', async () => {
    await hangUp();
    const broken = { ...place.store, open: () => Promise.reject(new Error('the disk is gone')) };
    hangUp = await open({ ...place, store: broken });
    const output = new PassThrough().resume();
    output.on('error', () => undefined);
    await expect(backupFromServer(dataDir, output)).rejects.toThrow(
      'The running server could not make the backup; its log says why.',
    );
  });
});
