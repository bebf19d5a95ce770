import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

import type { S3Settings } from '#platform/server/config.ts';
import { s3Client } from '#platform/server/storage/s3-store.ts';
import { nameOfNight, nightsIn } from '../domain/schedule.ts';
import { BackupRefused } from './manifest.ts';

/** An S3 bucket, and the passphrase that keeps its provider from reading the copies. */
export interface OffsiteSettings extends S3Settings {
  readonly passphrase: string;
}

/** File extension of the `age` program. */
const SUFFIX = '.age';

/** Sizes of a multipart upload: S3 requires parts of at least 5 MB and at most 10,000 parts. */
const MIN_PART = 8 * 1024 * 1024;
const MAX_PARTS = 9000;

export async function offsiteNights(settings: OffsiteSettings): Promise<string[]> {
  const client = s3Client(settings);
  const names: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: settings.bucket,
        ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
      }),
    );
    for (const { Key = '' } of page.Contents ?? []) {
      if (Key.endsWith(SUFFIX)) names.push(Key.slice(0, -SUFFIX.length));
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  return nightsIn(names);
}

/** Uploads an encrypted backup in parts (multipart upload); `bytes` is its approximate length. */
export async function putOffsite(
  encrypted: Readable,
  bytes: number,
  night: string,
  settings: S3Settings,
): Promise<void> {
  const upload = new Upload({
    client: s3Client(settings),
    params: {
      Bucket: settings.bucket,
      Key: nameOfNight(night) + SUFFIX,
      Body: encrypted,
    },
    queueSize: 1,
    partSize: Math.max(MIN_PART, Math.ceil(bytes / MAX_PARTS)),
  });
  await upload.done();
}

/** Returns the decrypted backup of a night; rejects if it is missing or the passphrase is wrong. */
export async function readOffsite(night: string, settings: OffsiteSettings): Promise<Readable> {
  const Key = nameOfNight(night) + SUFFIX;
  const object = await s3Client(settings)
    .send(new GetObjectCommand({ Bucket: settings.bucket, Key }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
      throw error;
    });
  if (!(object?.Body instanceof Readable)) {
    throw new BackupRefused(`There is no backup of ${night} in the bucket ${settings.bucket}.`);
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(settings.passphrase);
  const decrypted = await decrypter
    .decrypt(Readable.toWeb(object.Body) as never)
    .catch(() => undefined);
  if (decrypted === undefined) {
    throw new BackupRefused(`BACKUP_PASSPHRASE is not the one of the backup of ${night}.`);
  }
  return Readable.fromWeb(decrypted as never);
}

export async function removeOffsite(night: string, settings: OffsiteSettings): Promise<void> {
  const Key = nameOfNight(night) + SUFFIX;
  await s3Client(settings).send(new DeleteObjectCommand({ Bucket: settings.bucket, Key }));
}
