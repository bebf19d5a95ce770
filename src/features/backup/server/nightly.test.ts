import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobContext } from '#platform/server/feature.ts';
import { unitOfWork } from '#platform/server/http/invalidation.ts';
import { isolateItems } from '#platform/server/jobs/work-items.ts';
import { incomingFolder } from '#platform/server/storage/temp-files.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { contentsOf, fillEveryTable, type Place, placeOf } from '#testing/backups.ts';
import { openTestDatabase } from '#testing/database.ts';
import { fixedClock } from '#testing/test-server.ts';
import { nameOfNight, nightOf } from '../domain/schedule.ts';
import { backupState, nightlyBackupJob } from './nightly.ts';
import { takeBackup } from './take-backup.ts';

const clock = fixedClock('2026-03-10T14:00:00Z');
let dataDir: string;
let backupDir: string;
let place: Place;
let parts: JobContext;
beforeEach(async () => {
  clock.set('2026-03-10T14:00:00Z');
  dataDir = await mkdtemp(join(tmpdir(), 'grand-nightly-'));
  backupDir = join(dataDir, 'backups', 'here');
  place = placeOf(await openTestDatabase(), dataDir);
  await fillEveryTable(place, 1);
  const { database } = place;
  const given = { ...unitOfWork(database), database, log: Fastify().log, now: clock.now };
  parts = { ...given, ...isolateItems({ name: 'test', always: true }, given) };
});
afterEach(async () => {
  await place.database.close();
  await rm(dataDir, { recursive: true });
});

const later = (instant: Date, days: number) => new Date(instant.getTime() + days * DAY_MS);

const newRound = () => nightlyBackupJob({ backupDir, dataDir, store: place.store });
const state = () => backupState({ backupDir, dataDir }, clock.now());

describe('nightlyBackupJob in a folder', () => {
  it('the backup is complete and readable only by its owner', async () => {
    expect(await state()).toEqual({
      newest: undefined,
      future: undefined,
      isOld: false,
      failure: undefined,
    });
    await newRound().run(parts);
    expect(await readdir(backupDir)).toEqual(['grand-2026-03-10.zip']);
    const path = join(backupDir, 'grand-2026-03-10.zip');
    expect(await contentsOf(path)).toMatchObject({ gone: [], lost: [] });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await state()).toMatchObject({ newest: '2026-03-10', isOld: false });
  });

  it('one backup is made per night, at 03:00', async () => {
    const round = newRound();
    await round.run(parts);
    const first = (await stat(join(backupDir, 'grand-2026-03-10.zip'))).mtimeMs;
    clock.set('2026-03-11T02:59:00Z');
    await round.run(parts);
    expect(await readdir(backupDir)).toEqual(['grand-2026-03-10.zip']);
    expect((await stat(join(backupDir, 'grand-2026-03-10.zip'))).mtimeMs).toBe(first);
    clock.set('2026-03-11T03:00:00Z');
    await round.run(parts);
    expect((await readdir(backupDir)).sort()).toEqual([
      'grand-2026-03-10.zip',
      'grand-2026-03-11.zip',
    ]);
  });

  it('a backup made while the clock was a year ahead deletes none, and is not the newest later', async () => {
    await mkdir(backupDir, { recursive: true });
    const nights = Array.from({ length: 28 }, (_, at) => nightOf(later(clock.now(), -at - 1)));
    for (const night of nights) await writeFile(join(backupDir, nameOfNight(night)), '');
    clock.set('2027-03-10T14:00:00Z');
    await newRound().run(parts);
    const names = await readdir(backupDir);
    expect(names.toSorted().reverse()).toEqual(['2027-03-10', ...nights].map(nameOfNight));
    clock.set('2026-03-13T14:00:00Z');
    expect(await state()).toMatchObject({
      newest: '2026-03-09',
      future: '2027-03-10',
      isOld: true,
    });
    await newRound().run(parts);
    expect(await state()).toMatchObject({ newest: '2026-03-13', isOld: false });
    expect(await readdir(backupDir)).toContain('grand-2027-03-10.zip');
  });

  it('retained backups and other files in the folder stay', async () => {
    await mkdir(backupDir, { recursive: true });
    const days = Array.from(
      { length: 28 },
      (_, at) => `2026-02-${String(at + 1).padStart(2, '0')}`,
    );
    for (const day of days) await writeFile(join(backupDir, `grand-${day}.zip`), '');
    const old = '.grand-old.unfinished';
    for (const name of ['photos.zip', old, '.grand-new.unfinished']) {
      await writeFile(join(backupDir, name), '');
    }
    await utimes(join(backupDir, old), 0, 0);
    const now = clock.now();
    await utimes(join(backupDir, '.grand-new.unfinished'), now, now);
    await newRound().run(parts);
    // Kept: tonight's backup, and those retained before the ten days without a backup, which are
    // seven nights and the Sundays before them.
    const kept = ['01', '08', '15', '22', '23', '24', '25', '26', '27', '28'];
    expect((await readdir(backupDir)).sort()).toEqual([
      '.grand-new.unfinished',
      ...kept.map((day) => `grand-2026-02-${day}.zip`),
      'grand-2026-03-10.zip',
      'photos.zip',
    ]);
  });

  it('a backup fails with the error if its rows cannot be opened, and the process continues', async () => {
    const incoming = incomingFolder(dataDir);
    const { database, store } = place;
    // `now` is called between writing and reading the rows.
    const now = () => {
      rmSync(incoming, { recursive: true });
      return clock.now();
    };
    const output = new PassThrough().resume();
    const taking = takeBackup({ database, store, incoming, now }, output);
    await expect(taking).rejects.toThrow('ENOENT');
    expect(output.destroyed).toBe(true);
  });

  it('a failure is reported, retried after an hour, and cleared after a success', async () => {
    await writeFile(join(dataDir, 'backups'), 'in the way');
    const round = newRound();
    await expect(round.run(parts)).rejects.toThrow(/EEXIST|ENOTDIR/);
    const told = await backupState({ backupDir: dataDir, dataDir }, clock.now());
    expect(told.failure).toMatchObject({
      at: '2026-03-10T14:00:00.000Z',
      reason: expect.stringMatching(/EEXIST|ENOTDIR/),
    });
    await rm(join(dataDir, 'backups'));
    expect(round.retryMs).toBe(HOUR_MS);
    await round.run(parts);
    expect(await state()).toEqual({ newest: '2026-03-10', isOld: false, failure: undefined });
  });

  it('a backup that fails midway leaves no file', async () => {
    const store = { ...place.store, open: () => Promise.reject(new Error('the disk is gone')) };
    const round = nightlyBackupJob({ backupDir, dataDir, store });
    await expect(round.run(parts)).rejects.toThrow('the disk is gone');
    expect(await readdir(backupDir)).toEqual([]);
    expect(await readdir(place.incoming)).toEqual([]);
  });

  it('backups count as old if the last two nights have none', async () => {
    await newRound().run(parts);
    clock.set('2026-03-12T02:59:00Z');
    expect(await state()).toMatchObject({ newest: '2026-03-10', isOld: false });
    clock.set('2026-03-12T03:00:00Z');
    expect(await state()).toMatchObject({ newest: '2026-03-10', isOld: true });
  });
});
