import { open, rm, stat as statFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '#platform/server/config.ts';
import type { FileFacts, FileStore } from './file-store.ts';

const MAX_CONNECTING_MS = 5_000;
const MAX_SILENCE_MS = 30_000;

/** Creates a client for any S3-compatible service. */
export function s3Client(settings: S3Settings): S3Client {
  return new S3Client({
    region: settings.region,
    credentials: settings,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: MAX_CONNECTING_MS,
      requestTimeout: MAX_SILENCE_MS,
    },
    // Services other than Amazon's do not support the newer checksums, nor, below, bucket names in
    // the host.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(settings.endpoint === undefined
      ? {}
      : { endpoint: settings.endpoint, forcePathStyle: true }),
  });
}

/** Stores files in a bucket, under the same names as on the disk. */
export function s3Store(settings: S3Settings): FileStore {
  const { bucket: Bucket } = settings;
  const client = s3Client(settings);

  async function* pages(parts: { Prefix?: string; Delimiter?: string }) {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket,
          ...parts,
          ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        }),
      );
      yield page;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async function* list(household: string) {
    for await (const { Contents = [] } of pages({ Prefix: `${household}/` })) {
      for (const { Key, Size, LastModified } of Contents) {
        if (Key !== undefined) yield { name: Key, ...factsOf(Size, LastModified) };
      }
    }
  }

  const remove = async (name: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
  };

  return {
    async put(path, name) {
      const { size } = await statFile(path);
      const body = (await open(path)).createReadStream();
      const object = { Bucket, Key: name, Body: body, ContentLength: size };
      await client.send(new PutObjectCommand(object));
      await rm(path, { force: true });
    },
    async open(name, range) {
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      const object = await unlessAbsent(
        client.send(
          new GetObjectCommand({ Bucket, Key: name, ...(Range === undefined ? {} : { Range }) }),
        ),
      );
      // In Node the body is always a Node stream; the SDK's types also include streams of browsers.
      return object?.Body instanceof Readable ? object.Body : undefined;
    },
    async stat(name) {
      const head = await unlessAbsent(client.send(new HeadObjectCommand({ Bucket, Key: name })));
      return head === undefined ? undefined : factsOf(head.ContentLength, head.LastModified);
    },
    remove,
    async removeHousehold(household) {
      for await (const { name } of list(household)) await remove(name);
    },
    async households() {
      const names: string[] = [];
      for await (const { CommonPrefixes = [] } of pages({ Delimiter: '/' })) {
        names.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(0, -1)));
      }
      return names;
    },
    list,
  };
}

function factsOf(bytes: number | undefined, changedAt: Date | undefined): FileFacts {
  return { bytes: bytes ?? 0, changedAt: changedAt ?? new Date(0) };
}

function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotFound' || name === 'NoSuchKey') return undefined;
    throw error;
  });
}
