import { resolve } from 'node:path';
import { z } from 'zod';
import { bucketName, configPart, webAddress } from '#platform/server/config.ts';
import type { OffsiteSettings } from './offsite.ts';

interface BackupSettings {
  readonly backupDir: string | undefined;
  readonly offsite: OffsiteSettings | undefined;
}

/**
 * Folder of the nightly backups and the bucket of the off-site copies; undefined if not configured.
 */
export const readBackups = configPart(
  {
    BACKUP_DIR: [z.string().optional(), 'a folder, when BACKUP_S3_BUCKET is set'],
    BACKUP_S3_BUCKET: [bucketName.optional(), 'the name of a bucket'],
    BACKUP_S3_ENDPOINT: [webAddress.optional(), 'a web address such as https://s3.example.org'],
    BACKUP_S3_REGION: [z.string().default('us-east-1'), 'a region such as us-east-1'],
    BACKUP_S3_ACCESS_KEY_ID: [z.string().optional(), 'given when BACKUP_S3_BUCKET is set'],
    BACKUP_S3_SECRET_ACCESS_KEY: [z.string().optional(), 'given when BACKUP_S3_BUCKET is set'],
    BACKUP_PASSPHRASE: [
      z.string().min(16).optional(),
      'a secret of at least 16 characters, when BACKUP_S3_BUCKET is set',
    ],
  },
  (value, wrong): BackupSettings => {
    const backupDir = value.BACKUP_DIR && resolve(value.BACKUP_DIR);
    const bucket = value.BACKUP_S3_BUCKET;
    if (bucket === undefined) return { backupDir, offsite: undefined };
    if (backupDir === undefined) throw wrong('BACKUP_DIR');
    const given = (
      name: 'BACKUP_S3_ACCESS_KEY_ID' | 'BACKUP_S3_SECRET_ACCESS_KEY' | 'BACKUP_PASSPHRASE',
    ) => {
      const text = value[name];
      if (text === undefined) throw wrong(name);
      return text;
    };
    const offsite: OffsiteSettings = {
      bucket,
      endpoint: value.BACKUP_S3_ENDPOINT,
      region: value.BACKUP_S3_REGION,
      accessKeyId: given('BACKUP_S3_ACCESS_KEY_ID'),
      secretAccessKey: given('BACKUP_S3_SECRET_ACCESS_KEY'),
      passphrase: given('BACKUP_PASSPHRASE'),
    };
    return { backupDir, offsite };
  },
);
