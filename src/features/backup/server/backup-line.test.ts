import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#database/testing.ts';
import { openOperatorLine } from '#kit/server/operator-line.ts';
import { backUpTo, contentsOf, fillEveryTable, type Place, placeOf } from '#testing/backups.ts';
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

describe('the line of the operator', () => {
  it('gives a backup, the same as one made without it', async () => {
    const path = join(dataDir, 'line.zip');
    expect(await backupFromServer(dataDir, createWriteStream(path))).toBe(true);
    await backUpTo(join(dataDir, 'own.zip'), place);
    expect(await contentsOf(path)).toEqual(await contentsOf(join(dataDir, 'own.zip')));
  });

  it('is for the owner of the folder alone', async () => {
    expect((await stat(join(dataDir, 'operator.sock'))).mode & 0o777).toBe(0o600);
  });

  it('knows nothing else', async () => {
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

  it('is not there when the server has closed, and comes again after a crash', async () => {
    await hangUp();
    expect(await backupFromServer(dataDir, new PassThrough())).toBe(false);
    hangUp = await open(place);
    const again = await open(place);
    expect(existsSync(join(dataDir, 'operator.sock'))).toBe(true);
    expect(await backupFromServer(dataDir, new PassThrough().resume())).toBe(true);
    await again();
  });

  it('breaks off when the server cannot go on, and says so', async () => {
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
