import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '#platform/server/config.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { s3Store } from '#platform/server/storage/s3-store.ts';

export interface S3Service {
  readonly settings: S3Settings;
  readonly store: FileStore;
  close(): Promise<void>;
}

/** Starts a local S3 service. */
export async function openS3Service(): Promise<S3Service> {
  const directory = await mkdtemp(join(tmpdir(), 'grand-s3-'));
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'photos', configs: [] }],
  });
  const { port } = await service.run();
  const settings = {
    bucket: 'photos',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    settings,
    store: s3Store(settings),
    async close() {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
