import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import type { JobContext } from '#platform/server/feature.ts';
import { unitOfWork } from '#platform/server/http/invalidation.ts';
import { isolateItems } from '#platform/server/jobs/work-items.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import { openS3Service, type S3Service } from '#testing/s3.ts';
import { type Mailbox, openMailbox } from '#testing/smtp.ts';
import { fixedClock } from '#testing/test-server.ts';
import { offsiteNights, readOffsite } from './offsite.ts';
import { isMissing, offsiteJob, offsiteState } from './offsite-job.ts';
import { work as send } from './offsite-worker.ts';

const clock = fixedClock('2026-03-10T14:00:00Z');
const passphrase = 'four words that nobody guesses';
let folder: string;
let service: S3Service;
let mailbox: Mailbox;
let database: Database;
let round: JobContext;
beforeEach(async () => {
  clock.set('2026-03-10T14:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'grand-offsite-'));
  await mkdir(join(folder, 'backups'));
  service = await openS3Service();
  mailbox = await openMailbox();
  database = await openTestDatabase();
  const given = { ...unitOfWork(database), database, log: Fastify().log, now: clock.now };
  round = { ...given, ...isolateItems({ name: 'test', always: true }, given) };
});
afterEach(async () => {
  await service.close();
  await mailbox.close();
  await database.close();
  await rm(folder, { recursive: true });
});

const settings = (changed: object = {}) => ({ ...service.settings, passphrase, ...changed });

const job = (changed: object = {}) =>
  offsiteJob({
    backupDir: join(folder, 'backups'),
    dataDir: folder,
    settings: settings(changed),
    operatorEmails: ['operator@example.org'],
    mail: mailbox.parts,
  });

async function backup(night: string, content: string | Buffer = `the backup of ${night}`) {
  const file = join(folder, 'backups', `grand-${night}.zip`);
  await writeFile(file, content);
  return file;
}

const sendNow = (file: string) => send({ file, night: '2026-03-10', settings: settings() });

const textOf = async (night: string) =>
  (await buffer(await readOffsite(night, settings()))).toString();

describe('off-site backups', () => {
  it('only the newest night is sent, and it is read back unchanged', async () => {
    await backup('2026-03-09');
    await backup('2026-03-10');
    await job().run(round);
    expect(await offsiteNights(settings())).toEqual(['2026-03-10']);
    expect(await textOf('2026-03-10')).toBe('the backup of 2026-03-10');
    expect(await offsiteState(folder)).toMatchObject({ newest: '2026-03-10' });
  });

  it('a copy dated in the future is recorded as such in the state', async () => {
    await send({ file: await backup('2027-03-10'), night: '2027-03-10', settings: settings() });
    await backup('2026-03-10');
    await job().run(round);
    const known = await offsiteState(folder);
    expect(known).toMatchObject({ newest: '2026-03-10', future: '2027-03-10' });
  });

  it('a copy cannot be read without the passphrase', async () => {
    await sendNow(await backup('2026-03-10'));
    const stored = await buffer(await storedIn(service));
    expect(stored.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
    expect(stored.includes('the backup')).toBe(false);
    const other = settings({ passphrase: 'another four words, guessed' });
    await expect(readOffsite('2026-03-10', other)).rejects.toThrow(
      'BACKUP_PASSPHRASE is not the one of the backup of 2026-03-10.',
    );
    await expect(readOffsite('2026-03-01', settings())).rejects.toThrow(
      'There is no backup of 2026-03-01 in the bucket photos.',
    );
  });

  it('a copy of many megabytes is sent in parts and read back unchanged', async () => {
    const content = randomBytes(20_000_000);
    await sendNow(await backup('2026-03-10', content));
    const back = createHash('sha256');
    for await (const piece of await readOffsite('2026-03-10', settings())) back.update(piece);
    expect(back.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('a truncated or altered copy is refused when it is read', async () => {
    const file = await backup('2026-03-10', randomBytes(300_000));
    await sendNow(file);
    const stored = await buffer(await storedIn(service));
    stored[200_000] = (stored[200_000] ?? 0) ^ 1;
    for (const broken of [stored, stored.subarray(0, 150_000)]) {
      const path = join(folder, 'broken');
      await writeFile(path, broken);
      await service.store.put(path, 'grand-2026-03-10.zip.age');
      const read = async () => buffer(await readOffsite('2026-03-10', settings()));
      await expect(read()).rejects.toThrow();
    }
  });

  it('a backup is sent once, and expired copies are deleted', async () => {
    const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}`;
    for (let number = 1; number < 10; number += 1) {
      const path = join(folder, 'earlier');
      await writeFile(path, 'an earlier one');
      await service.store.put(path, `grand-${day(number)}.zip.age`);
    }
    await backup(day(10));
    await job().run(round);
    const newest = [10, 9, 8, 7, 6, 5, 4].map(day);
    expect(await offsiteNights(settings())).toEqual([...newest, day(1)]);
    await service.store.remove('grand-2026-03-10.zip.age');
    await job().run(round);
    expect(await offsiteNights(settings())).not.toContain(day(10));
  });
});

describe('missing off-site copies', () => {
  it('a failure is recorded, retried, and reported to the operator after two days, once a day', async () => {
    await backup('2026-03-10');
    const away = { endpoint: 'http://127.0.0.1:1' };
    const failing = () => expect(job(away).run(round)).rejects.toThrow();
    await failing();
    expect((await offsiteState(folder))?.failure?.reason).toContain('ECONNREFUSED');
    clock.set('2026-03-12T14:00:00Z');
    await failing();
    expect(mailbox.mails).toHaveLength(0);
    clock.advance(HOUR_MS);
    await failing();
    expect(mailbox.mails).toHaveLength(1);
    const letter = await mailbox.next();
    expect(letter.headers.to).toContain('operator@example.org');
    expect(letter.text).toContain('there is none yet');
    clock.advance(23 * HOUR_MS);
    await failing();
    expect(mailbox.mails).toHaveLength(1);
    clock.advance(HOUR_MS);
    await failing();
    expect(mailbox.mails).toHaveLength(2);
    await backup('2026-03-13');
    await job().run(round);
    expect(await offsiteState(folder)).toEqual({
      since: expect.any(String),
      newest: '2026-03-13',
    });
  });

  it.each([
    ['2026-03-10', '2026-03-13T00:00:00Z', false],
    ['2026-03-10', '2026-03-13T00:00:01Z', true],
  ])('newest copy %s at %s counts as missing: %s', (newest, now, expected) => {
    expect(isMissing({ newest, since: '2026-01-01T00:00:00Z' }, new Date(now))).toBe(expected);
  });

  it('no copy is missing within two days of the first attempt', () => {
    const since = '2026-03-10T14:00:00Z';
    const at = (ms: number) => new Date(Date.parse(since) + ms);
    expect(isMissing({ since }, at(2 * DAY_MS))).toBe(false);
    // A copy from the future was made while the clock was wrong.
    expect(isMissing({ since, newest: '2099-01-01' }, at(2 * DAY_MS + 1))).toBe(true);
    expect(isMissing({ since }, at(2 * DAY_MS + 1))).toBe(true);
  });
});

async function storedIn({ store }: S3Service) {
  const stored = await store.open('grand-2026-03-10.zip.age');
  if (stored === undefined) throw new Error('it is not there');
  return stored;
}
