import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jobs } from '#database/schema/jobs.ts';
import { diskStore, type FileStore } from '#platform/server/storage/file-store.ts';
import { uploadsFolder } from '#platform/server/storage/temp-files.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { deadMailUrl, type Mailbox, openMailbox } from '#testing/smtp.ts';
import { openStripeStandIn } from '#testing/stripe/stand-in.ts';
import { type TestServer, testServer } from '#testing/test-server.ts';
import { type Config, readConfig } from '../app/config.ts';
import { type DoctorParts, examine } from './doctor.ts';
import { makeHouseCertificate } from './house-certificate.ts';

let dataDir: string;
let server: TestServer;
let mailbox: Mailbox;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
  mailbox = await openMailbox();
  server = await testServer([]);
  await server.household();
});
afterEach(async () => {
  await server.close();
  await mailbox.close();
  rmSync(dataDir, { recursive: true });
});

async function found(
  environment: Record<string, string> = {},
  changed: Partial<DoctorParts> = {},
  set: Partial<Config> = {},
) {
  const findings = await examine({
    config: {
      ...readConfig({
        DATA_DIR: dataDir,
        UPLOAD_RESERVE_MB: '0',
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'grand@example.org',
        PUBLIC_URL: 'https://grand.example',
        ...environment,
      }),
      ...set,
    },
    database: server.database,
    store: diskStore(uploadsFolder(dataDir)),
    now: () => new Date(),
    ...changed,
  });
  const of = (what: string) => findings.find((finding) => finding.what === what);
  return { findings, of };
}

describe('the doctor command', () => {
  it('a healthy server has no faults', async () => {
    const { findings, of } = await found();
    expect(findings.map(({ what, state, sentence }) => [what, state, sentence])).toEqual([
      ['Database', 'good', expect.stringContaining('with 1 household.')],
      ['Address', 'good', 'People use https://grand.example.'],
      ['Storage', 'good', expect.stringContaining('takes files')],
      ['Free space', 'good', expect.stringContaining('GB are free')],
      ['Reminders', 'good', 'Every dose is looked after in time.'],
      ['Letters', 'good', 'Nothing of the last day failed to leave.'],
      ['Jobs', 'good', 'Nothing waits, and nothing failed.'],
      ['Backups', 'note', expect.stringContaining('BACKUP_DIR is not set')],
      ['Off-site backups', 'note', expect.stringContaining('BACKUP_S3_BUCKET is not set')],
      ['Mail', 'good', expect.stringContaining('lets this server in')],
      ['Push keys', 'good', 'The keys for notifications are there.'],
      ['Payments', 'note', expect.stringContaining('nothing is charged on this server')],
      ['Clock', 'good', expect.stringContaining('The clock shows')],
      ['Version', 'good', expect.stringMatching(/^This is version \d/)],
    ]);
    expect(of('Storage')?.sentence).toContain(dataDir);
  });

  it.each([
    [{ PUBLIC_URL: '', SMTP_URL: '', MAIL_FROM: '' }, /^PUBLIC_URL is not set: .*without https/],
    [{ PUBLIC_URL: 'http://grand.home' }, /^People use http:\/\/grand\.home: without https/],
  ])('an address that disables features gives a note: %j', async (environment, sentence) => {
    expect((await found(environment)).of('Address')).toMatchObject({
      state: 'note',
      sentence: expect.stringMatching(sentence),
    });
  });

  it('a note reports that RELEASE_URL could not be read', async () => {
    const of = (await found({ RELEASE_URL: 'http://127.0.0.1:9/release.json' })).of('Version');
    expect(of).toMatchObject({
      state: 'note',
      sentence: expect.stringMatching(/^RELEASE_URL could not be read: /),
    });
  });

  it('a certificate is reported before and after it expires', async () => {
    const made = await makeHouseCertificate(join(dataDir, 'https'), [], new Date());
    const environment = { HTTPS_CERT: made.cert, HTTPS_KEY: made.key };
    const at = async (days: number) => {
      const now = () => new Date(made.until.getTime() - days * DAY_MS);
      return (await found(environment, { now })).of('Address');
    };
    expect(await at(21)).toMatchObject({ state: 'good' });
    expect(await at(19)).toMatchObject({
      state: 'note',
      sentence: expect.stringContaining('ends at'),
    });
    expect(await at(-1)).toMatchObject({
      state: 'bad',
      sentence: expect.stringContaining('has ended'),
    });
  });

  it('the examination sends no mail and leaves no file or folder', async () => {
    await found();
    expect(mailbox.mails).toEqual([]);
    expect(await diskStore(uploadsFolder(dataDir)).households()).toEqual([]);
  });

  it('an unreachable mail server is a fault, and none is a note', async () => {
    const { of } = await found({ SMTP_URL: await deadMailUrl() });
    expect(of('Mail')).toMatchObject({
      state: 'bad',
      sentence: expect.stringContaining('cannot be used: E'),
    });
    const without = await found({ SMTP_URL: '', MAIL_FROM: '' });
    expect(without.of('Mail')?.state).toBe('note');
  });

  it('missing prices, a wrong key and an unreachable Stripe are faults', async () => {
    const stripe = await openStripeStandIn();
    const payments = async (changed: Partial<typeof stripe.settings> = {}) =>
      (await found({}, {}, { stripe: { ...stripe.settings, ...changed } })).of('Payments');
    expect((await payments())?.state).toBe('good');
    expect(await payments({ secretKey: 'sk_test_other' })).toMatchObject({
      state: 'bad',
      sentence: 'Stripe does not take STRIPE_SECRET_KEY.',
    });
    stripe.prices.length = 0;
    expect((await payments())?.sentence).toMatch(
      /^Stripe does not have a price with the lookup key/,
    );
    await stripe.close();
    expect(await payments()).toMatchObject({ state: 'bad', sentence: 'Stripe does not answer.' });
  });

  it('a storage that refuses writes is a fault', async () => {
    const store: FileStore = {
      ...diskStore(uploadsFolder(dataDir)),
      put: () => Promise.reject(new Error('the disk is gone')),
    };
    const { of } = await found({}, { store });
    expect(of('Storage')).toMatchObject({
      state: 'bad',
      sentence: expect.stringContaining('cannot be written to: the disk is gone'),
    });
  });

  it('a full disk is a fault', async () => {
    const { of } = await found({ UPLOAD_RESERVE_MB: '1000000000000' });
    expect(of('Free space')?.state).toBe('bad');
  });

  it('failed or old backups are faults', async () => {
    const backupDir = join(dataDir, 'backups');
    const now = () => new Date('2026-03-10T01:00:00Z');
    const look = async () => (await found({ BACKUP_DIR: backupDir }, { now })).of('Backups');
    expect((await found()).of('Backups')?.state).toBe('note');
    expect((await look())?.sentence).toContain('There is no backup in');
    mkdirSync(backupDir);
    writeFileSync(join(backupDir, 'grand-2026-01-01.zip'), '');
    const old = `The newest backup in ${backupDir} is of 2026-01-01.`;
    expect(await look()).toMatchObject({ state: 'bad', sentence: old });
    writeFileSync(join(backupDir, 'grand-2027-03-10.zip'), '');
    expect((await look())?.sentence).toContain(`${old} One is dated 2027-03-10: it was made`);
    writeFileSync(join(backupDir, 'grand-2026-03-09.zip'), '');
    expect((await look())?.state, 'beside one of the future').toBe('note');
    rmSync(join(backupDir, 'grand-2027-03-10.zip'));
    expect((await look())?.state).toBe('good');
    const failure = { at: '2026-03-10T03:00:00.000Z', reason: 'the disk is full' };
    writeFileSync(join(dataDir, 'backup-failed.json'), JSON.stringify(failure));
    expect(await look()).toEqual({
      what: 'Backups',
      state: 'bad',
      sentence: 'The backup at 2026-03-10 03:00 (UTC) failed: the disk is full',
    });
  });

  it('old off-site copies are faults, and copies in the future are reported', async () => {
    const bucket = {
      ...{ BACKUP_DIR: join(dataDir, 'backups'), BACKUP_S3_BUCKET: 'copies' },
      ...{ BACKUP_S3_ACCESS_KEY_ID: 'key', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' },
      BACKUP_PASSPHRASE: 'four words that nobody guesses',
    };
    for (const [state, known] of [
      ['good', { newest: '2026-03-10' }],
      ['bad', { newest: '2026-03-01' }],
      ['note', { newest: '2026-03-10', future: '2027-03-10' }],
    ] as const) {
      const stored = JSON.stringify({ since: '2026-01-01T00:00:00.000Z', ...known });
      writeFileSync(join(dataDir, 'offsite-backup.json'), stored);
      const { of } = await found(bucket, { now: () => new Date('2026-03-10T14:00:00Z') });
      expect(of('Off-site backups')?.state).toBe(state);
    }
  });

  it('pending and failed jobs are reported with the reason, without data of a household', async () => {
    const at = new Date('2026-03-10T14:00:00Z');
    const job = { kind: 'email', createdAt: at, runAt: at };
    const add = (...rows: (typeof jobs.$inferInsert)[]) =>
      server.database.asSystem((db) => db.insert(jobs).values(rows));
    const look = async () => (await found()).of('Jobs');
    await add({ ...job, kind: 'care', key: '' }, { ...job, key: 'a' });
    expect(await look()).toMatchObject({
      state: 'good',
      sentence: 'email: 1 waiting, the oldest since 2026-03-10 14:00 (UTC).',
    });
    const later = new Date('2026-03-10T15:00:00Z');
    await add({ ...job, key: 'b', createdAt: later, attempts: 2, lastError: 'ETIMEDOUT' });
    expect(await look()).toMatchObject({
      state: 'note',
      sentence:
        'email: 2 waiting, the oldest since 2026-03-10 14:00 (UTC), 1 failed, the last with ETIMEDOUT.',
    });
    await add({ ...job, kind: 'expiries', key: '', attempts: 1, lastError: 'TypeError' });
    expect(await look()).toMatchObject({
      state: 'bad',
      sentence: expect.stringMatching(/; expiries: 1 failed, the last with TypeError\.$/),
    });
  });

  it('an external server that never responds is reported after a timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent: FileStore = {
      ...diskStore(uploadsFolder(dataDir)),
      put: () => new Promise(() => undefined),
    };
    try {
      const looked = found({}, { store: silent });
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await looked).of('Storage')).toMatchObject({
        state: 'bad',
        sentence: 'There was no answer within 10 seconds.',
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('a newer version is returned with a link to its changes', async () => {
    const notes = 'https://example.org/changes';
    const file = createServer((_asked, answer) =>
      answer.end(JSON.stringify({ version: '99.0.0', notes })),
    );
    await new Promise<void>((done) => file.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(file.address() as AddressInfo).port}/release.json`;
    try {
      const of = (await found({ RELEASE_URL: url })).of('Version');
      expect(of).toMatchObject({ state: 'note', newer: { version: '99.0.0', notes } });
    } finally {
      file.close();
    }
  });

  it('a database that does not respond is a fault', async () => {
    const asSystem = () => Promise.reject(new Error('no connection'));
    const { of } = await found({}, { database: { ...server.database, asSystem } });
    for (const what of ['Database', 'Reminders', 'Letters', 'Jobs', 'Push keys', 'Clock'])
      expect(of(what)).toMatchObject({ state: 'bad', sentence: 'no connection' });
  });

  it('a database user that bypasses row-level security gives a note', async () => {
    const { database } = server;
    const { of } = await found({}, { database: { ...database, kind: 'postgres' } });
    // The embedded database has only a superuser, to which row-level security does not apply; the
    // test user on PostgreSQL is none.
    const unbound = { state: 'note', sentence: expect.stringContaining('Its user postgres is a') };
    expect(of('Database')).toMatchObject(
      database.kind === 'embedded' ? unbound : { state: 'good' },
    );
  });

  it('a clock that is behind recorded activity is a fault', async () => {
    const now = new Date(server.clock.now().getTime() - 6000);
    const { of } = await found({}, { now: () => now });
    expect(of('Clock')).toMatchObject({
      state: 'bad',
      sentence: expect.stringContaining('but somebody was here at 2026-03-10 14:00'),
    });
    const { of: early } = await found({}, { now: () => new Date('1970-01-01T00:05:00Z') });
    expect(early('Clock')?.sentence).toBe('The clock of this machine shows 1970-01-01 00:05.');
  });
});
