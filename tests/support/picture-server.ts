import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { medicationsFeature } from '#features/medications/server.ts';
import { type PictureFiles, picturesFeature } from '#features/pictures/server.ts';
import type { Feature } from '#platform/server/feature.ts';
import { diskStore, type FileStore } from '#platform/server/storage/file-store.ts';
import { incomingFolder, uploadsFolder } from '#platform/server/storage/temp-files.ts';
import { type Answer, type TestHousehold, type TestServer, testServer } from './test-server.ts';

export interface PictureServer {
  readonly server: TestServer;
  readonly store: FileStore;
  readonly dataDir: string;
  /** Returns the paths of all files below the uploads folder, including incomplete ones. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts the pictures and medications features with a temporary folder. */
export async function pictureServer(
  environment: Record<string, string> = {},
  storeOf: (store: FileStore) => FileStore = (store) => store,
  more: (files: PictureFiles) => Feature[] = () => [],
): Promise<PictureServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pictures-'));
  const store = storeOf(diskStore(uploadsFolder(dataDir)));
  const files = { store, incoming: incomingFolder(dataDir) };
  const features = [medicationsFeature, picturesFeature(files), ...more(files)];
  await mkdir(uploadsFolder(dataDir));
  const server = await testServer(features, {
    DATA_DIR: dataDir,
    ...environment,
  });
  return {
    server,
    store,
    dataDir,
    async files() {
      const entries = await readdir(uploadsFolder(dataDir), {
        recursive: true,
        withFileTypes: true,
      });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export function formWith(
  bytes: Buffer,
  { field = 'pill-image', name = 'pill.jpg', type = 'image/jpeg' } = {},
): FormData {
  const form = new FormData();
  form.append(field, new Blob([bytes], { type }), name);
  return form;
}

export function upload(
  household: TestHousehold,
  bytes: Buffer,
  part: Parameters<typeof formWith>[1] = {},
): Promise<Answer> {
  return household.as('admin')('POST', '/api/upload-pill-image', formWith(bytes, part));
}

/** Returns the stored content of a picture by its address. */
export async function readStored({ store }: PictureServer, household: TestHousehold, url: string) {
  const stream = await store.open(`${household.accountId}/${url.replace('/uploads/', '')}`);
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}
