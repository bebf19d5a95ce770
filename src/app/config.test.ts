import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '#platform/server/config.ts';
import { readConfig } from './config.ts';

describe('readConfig from environment variables', () => {
  it('all variables are optional', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      secureCookies: false,
      registrationOpen: true,
      databaseUrl: undefined,
    });
    expect(config.dataDir).toMatch(/data$/);
  });

  it('nightly backups need a folder, and off-site backups need a bucket and keys', () => {
    expect(readConfig({}).backupDir).toBeUndefined();
    expect(readConfig({ BACKUP_DIR: '/mnt/backups/' }).backupDir).toBe('/mnt/backups');
    const bucket = { BACKUP_S3_BUCKET: 'care', BACKUP_DIR: '/mnt/backups' };
    expect(() => readConfig({ BACKUP_S3_BUCKET: 'care' })).toThrow(
      'BACKUP_DIR must be a folder, when BACKUP_S3_BUCKET is set.',
    );
    expect(() => readConfig(bucket)).toThrow('BACKUP_S3_ACCESS_KEY_ID must be given when');
    const keys = { BACKUP_S3_ACCESS_KEY_ID: 'a', BACKUP_S3_SECRET_ACCESS_KEY: 'b' };
    expect(() => readConfig({ ...bucket, ...keys })).toThrow(
      'BACKUP_PASSPHRASE must be a secret of at least 16 characters, when BACKUP_S3_BUCKET is set.',
    );
  });

  it('cookies are Secure if the public address is https', () => {
    const config = readConfig({ PUBLIC_URL: 'https://grand.example.org/' });
    expect(config).toMatchObject({ publicUrl: 'https://grand.example.org', secureCookies: true });
  });

  it.each([
    ['grand@example.org', { name: '', address: 'grand@example.org' }],
    ['Grand App <grand@example.org>', { name: 'Grand App', address: 'grand@example.org' }],
    [
      '"Carter, family" <grand@example.org>',
      { name: 'Carter, family', address: 'grand@example.org' },
    ],
  ])('mail is sent from %s', (from, sender) => {
    const smtpUrl = 'smtps://user:secret@mail.example.org';
    const config = readConfig({ SMTP_URL: smtpUrl, MAIL_FROM: from });
    expect(config.mail).toEqual({ smtpUrl, from: sender });
  });

  it('mail is off without SMTP_URL, and SMTP_URL requires MAIL_FROM', () => {
    expect(readConfig({ MAIL_FROM: 'grand@example.org' }).mail).toBeUndefined();
    expect(() => readConfig({ SMTP_URL: 'smtp://localhost:25' })).toThrow(
      /^MAIL_FROM must be .+ when SMTP_URL is set\.$/,
    );
  });

  it('files are stored in a bucket if bucket and keys are set', () => {
    expect(readConfig({ S3_ENDPOINT: 'https://s3.example.org' }).s3).toBeUndefined();
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ S3_BUCKET: 'photos', ...keys }).s3).toEqual({
      bucket: 'photos',
      endpoint: undefined,
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    expect(() => readConfig({ S3_BUCKET: 'photos' })).toThrow(/^S3_ACCESS_KEY_ID must be given/);
    expect(() => readConfig({ S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'id' })).toThrow(
      /^S3_SECRET_ACCESS_KEY must be given/,
    );
  });

  it('DATABASE_DIRECT_URL requires DATABASE_URL', () => {
    const databaseDirectUrl = 'postgres://grand@database:5432/grand';
    const both = { DATABASE_URL: 'postgres://grand@pooler:6432/grand' };
    expect(readConfig({ ...both, DATABASE_DIRECT_URL: databaseDirectUrl })).toMatchObject({
      databaseDirectUrl,
    });
    expect(() => readConfig({ DATABASE_DIRECT_URL: databaseDirectUrl })).toThrow(
      /^DATABASE_DIRECT_URL must be .+ when DATABASE_URL is set\.$/,
    );
  });

  it('DATABASE_REPLICA_URL requires DATABASE_URL', () => {
    const databaseReplicaUrl = 'postgres://grand@replica:5432/grand';
    const both = { DATABASE_URL: 'postgres://grand@database:5432/grand' };
    expect(readConfig({ ...both, DATABASE_REPLICA_URL: databaseReplicaUrl })).toMatchObject({
      databaseReplicaUrl,
      databaseDirectUrl: undefined,
    });
    expect(() => readConfig({ DATABASE_REPLICA_URL: databaseReplicaUrl })).toThrow(
      /^DATABASE_REPLICA_URL must be .+ when DATABASE_URL is set\.$/,
    );
  });

  it('an empty variable counts as not set', () => {
    expect(readConfig({ DATABASE_URL: '', PORT: '' }).port).toBe(3000);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['MEDICATION_LOG_RETENTION_DAYS', '5'],
    ['DATABASE_URL', 'mysql://somewhere'],
    ['DATABASE_DIRECT_URL', 'mysql://somewhere'],
    ['DATABASE_REPLICA_URL', 'mysql://somewhere'],
    ['PUBLIC_URL', 'grand.example.org'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['REGISTRATION', 'maybe'],
    ['SMTP_URL', 'mail.example.org:25'],
    ['SMTP_URL', 'http://mail.example.org'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'Grand App'],
    ['MAIL_FROM', 'Grand App <nobody>'],
    ['MAIL_FROM', 'Grand\r\nBcc: x@example.org <grand@example.org>'],
    ['SUPPORT_EMAIL', 'nobody'],
    ['S3_BUCKET', 'My Photos'],
    ['S3_ENDPOINT', 's3.example.org'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is refused with an error that names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .+\\.$`));
  });

  it.each([
    ['ANALYTICS_KEPT_DAYS', 'ANALYTICS_RETENTION_DAYS', 'analyticsDays'],
    ['AUDIT_KEPT_DAYS', 'AUDIT_RETENTION_DAYS', 'auditDays'],
    ['MEDICATION_LOGS_KEPT_DAYS', 'MEDICATION_LOG_RETENTION_DAYS', 'medicationLogDays'],
  ] as const)('the former name %s of %s still works', (former, present, setting) => {
    expect(readConfig({ [former]: '123' }).retention[setting]).toBe(123);
    expect(readConfig({ [former]: '123', [present]: '456' }).retention[setting]).toBe(456);
    expect(() => readConfig({ [former]: '5' })).toThrow(new RegExp(`^${former} must be .+\\.$`));
  });

  it('docs/configuration.md lists exactly the variables that the server reads', () => {
    const asked = new Set<string>();
    readConfig(new Proxy({}, { get: (_none, name) => void asked.add(String(name)) }));
    const table = readFileSync('docs/configuration.md', 'utf8').match(/^\| `[A-Z].*$/gm) ?? [];
    const told = table.flatMap((row) => row.split('|')[1]?.match(/[A-Z0-9_]+/g) ?? []);
    // Excludes the limits of households, which are listed in docs/limits.md.
    const isLimit = (name: string) => /^MAX_/.test(name);
    const plain = (names: Iterable<string>) => [...names].filter((name) => !isLimit(name)).sort();
    expect(plain(told)).toEqual(plain(asked));
    for (const name of told.filter(isLimit)) expect(asked).toContain(name);
  });
});
