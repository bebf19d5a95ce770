import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect } from '#database/connect.ts';
import { work as sendOffsite } from '#features/backup/server/offsite-worker.ts';
import { backupRoute } from '#features/backup/server.ts';
import { openOperatorLine } from '#platform/server/operator-line.ts';
import { incomingFolder } from '#platform/server/storage/temp-files.ts';
import { contentsOf, fillEveryTable, type Place, placeOf } from '#testing/backups.ts';
import { makeTestDatabase } from '#testing/database.ts';
import { layDatabase } from '#testing/database-setup.ts';
import { openS3Service } from '#testing/s3.ts';
import { restoreRoute } from './backups.ts';
import { runCommand } from './run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grand-backups-'));
  for (const name of ['here', 'there']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

const here = () => join(folder, 'here');
const there = () => join(folder, 'there');

/** Runs a command as if the operator typed it in the folder that contains both data folders. */
async function run(line: string, dataDir: string, environment: Record<string, string> = {}) {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await runCommand(line.split(' '), {
    environment: { DATA_DIR: dataDir, INIT_CWD: folder, ...environment },
    now: () => new Date(),
    program: 'npm run grand --',
    say: (words) => said.push(words),
    complain: (words) => complained.push(words),
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
}

/** Opens the operator socket of a running server. */
const lineOf = (place: Place, dataDir: string) =>
  openOperatorLine({
    routes: { ...backupRoute(place), ...restoreRoute(place) },
    dataDir,
    log: Fastify().log,
  });

const contents = (name: string) => contentsOf(join(folder, name));

describe('backup commands that fail', () => {
  it('a backup without a database fails with an explanation', async () => {
    const { code, complained } = await run('backup a.zip', here());
    expect(code).toBe(1);
    expect(complained).toContain('There is no database in');
  });

  it('a missing or invalid archive is refused, and no database is created', async () => {
    expect(await run('restore none.zip', here())).toMatchObject({
      code: 1,
      complained: `There is no file ${join(folder, 'none.zip')}.`,
    });
    writeFileSync(join(folder, 'letter.zip'), 'Dear family');
    const { code, complained } = await run('restore letter.zip', here());
    expect(code).toBe(1);
    expect(complained).toContain('This is no whole archive');
    expect((await run('backup a.zip', here())).complained).toContain('There is no database in');
  });

  it('a backup does not overwrite an existing file', async () => {
    writeFileSync(join(folder, 'letter.zip'), 'Dear family');
    const { code, complained } = await run('backup letter.zip', here());
    expect(code).toBe(1);
    expect(complained).toContain('letter.zip is there already: choose another name.');
  });
});

describe.runIf(inject('testGround').kind === 'embedded')(
  'backup commands with the embedded database',
  () => {
    it('the running server makes the backup, which is restored into a new folder', async () => {
      await layDatabase(here());
      const database = await connect({ dataDir: here() });
      const place = placeOf(database, here());
      await fillEveryTable(place);
      const hangUp = await lineOf(place, here());
      const made = await run('backup first.zip', here());
      expect(made).toMatchObject({ code: 0, complained: '' });
      expect(made.said).toContain('The running server makes the backup.');
      expect(made.said).toMatch(/first\.zip holds 3 households, \d+ rows and 6 files\./);
      const refused = await run('restore first.zip', here());
      expect(refused.complained).toContain('This server has households already');
      await hangUp();
      expect((await run('restore first.zip', here())).complained).toContain('in use by another');
      expect((await run('backup second.zip', here())).complained).toContain(
        'it is no running server',
      );
      await database.close();

      const restored = await run('restore first.zip --move', there());
      expect(restored).toMatchObject({ code: 0, complained: '' });
      expect(restored.said).toMatch(/Restored 3 households, \d+ rows and 6 files\./);
      expect((await run('restore first.zip', there())).complained).toBe(
        'This server has households already: a backup is restored into an empty one only.',
      );
      expect(await run('backup third.zip', there())).toMatchObject({ code: 0 });
      expect(await contents('third.zip')).toEqual(await contents('first.zip'));
      // Timeout: the test runs ten commands, and a slow machine needs ten seconds for some of them.
    }, 300_000);

    it('a running empty server can restore a backup', async () => {
      await Promise.all([here(), there()].map(layDatabase));
      const from = await connect({ dataDir: here() });
      await fillEveryTable(placeOf(from, here()));
      await from.close();
      expect((await run('backup first.zip', here())).code).toBe(0);

      const database = await connect({ dataDir: there() });
      const place = placeOf(database, there());
      const hangUp = await lineOf(place, there());
      // An invalid or altered backup must be refused before the running server is asked.
      writeFileSync(join(folder, 'letter.zip'), 'Dear family');
      expect((await run('restore letter.zip', there())).complained).toContain('no whole archive');
      // If a file cannot be stored, no data must be left.
      rmSync(incomingFolder(there()), { recursive: true, force: true });
      mkdirSync(join(there(), 'uploads'), { recursive: true });
      writeFileSync(incomingFolder(there()), 'in the way');
      const failed = await run('restore first.zip --move', there());
      expect(failed).toMatchObject({
        code: 1,
        complained: expect.stringMatching(/restored: E\w+/),
      });
      rmSync(incomingFolder(there()));

      const restored = await run('restore first.zip --move', there());
      expect(restored).toMatchObject({ code: 0, complained: '' });
      expect(restored.said).toContain('The running server restores it.');
      expect(restored.said).toMatch(
        /Restored 3 households, \d+ rows and 6 files\. The running server goes on with it\.$/,
      );
      const again = await run('restore first.zip', there());
      expect(again.complained).toContain('This server has households already');
      expect((await run('backup second.zip', there())).code).toBe(0);
      expect(await contents('second.zip')).toEqual(await contents('first.zip'));
      await hangUp();
      await database.close();
    }, 120_000);
  },
);

describe.runIf(inject('testGround').kind === 'postgres')('backup commands with PostgreSQL', () => {
  it('a backup is made next to running servers, and restored into an empty database', async () => {
    const [one, other] = [await makeTestDatabase(), await makeTestDatabase()];
    const database = await connect({ databaseUrl: one.url, dataDir: here() });
    await fillEveryTable(placeOf(database, here()));
    const made = await run('backup first.zip', here(), { DATABASE_URL: one.url });
    expect(made).toMatchObject({ code: 0, complained: '' });
    await database.close();
    const restored = await run('restore first.zip --move', there(), { DATABASE_URL: other.url });
    expect(restored).toMatchObject({ code: 0, complained: '' });
    const again = await run('backup second.zip', there(), { DATABASE_URL: other.url });
    expect(again).toMatchObject({ code: 0, complained: '' });
    expect(await contents('second.zip')).toEqual(await contents('first.zip'));
    await one.drop();
    await other.drop();
  });

  it('an off-site backup can be listed, fetched and restored with the passphrase', async () => {
    const [one, other] = [await makeTestDatabase(), await makeTestDatabase()];
    const service = await openS3Service();
    const { bucket, endpoint = '' } = service.settings;
    const passphrase = 'four words that nobody guesses';
    const environment = {
      DATABASE_URL: other.url,
      BACKUP_DIR: there(),
      ...{ BACKUP_S3_BUCKET: bucket, BACKUP_S3_ENDPOINT: endpoint, BACKUP_PASSPHRASE: passphrase },
      ...{ BACKUP_S3_ACCESS_KEY_ID: 'S3RVER', BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER' },
    };
    const database = await connect({ databaseUrl: one.url, dataDir: here() });
    await fillEveryTable(placeOf(database, here()));
    expect((await run('backup first.zip', here(), { DATABASE_URL: one.url })).code).toBe(0);
    await database.close();
    expect((await run('offsite', there())).complained).toContain('BACKUP_S3_BUCKET is not set');
    expect((await run('offsite', there(), environment)).said).toContain('There is no backup in');
    const file = join(folder, 'first.zip');
    await sendOffsite({ file, night: '2026-03-10', settings: { ...service.settings, passphrase } });
    expect((await run('offsite', there(), environment)).said).toBe('2026-03-10');
    const restore = (night: string, changed = {}) =>
      run(`restore offsite:${night} --move`, there(), { ...environment, ...changed });
    expect((await restore('2026-03-11')).complained).toContain('There is no backup of 2026-03-11');
    const wrong = await restore('2026-03-10', { BACKUP_PASSPHRASE: 'other words than those' });
    expect(wrong.complained).toContain('BACKUP_PASSPHRASE is not the one');
    expect(await restore('2026-03-10')).toMatchObject({ code: 0, complained: '' });
    expect((await run('backup second.zip', there(), environment)).code).toBe(0);
    expect(await contents('second.zip')).toEqual(await contents('first.zip'));
    const { length } = readdirSync(incomingFolder(there())).filter((name) => name.endsWith('.zip'));
    expect(length, 'nothing is left behind').toBe(0);
    await service.close();
    await one.drop();
    await other.drop();
  });
});
