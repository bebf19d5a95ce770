import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openS3Service } from '#testing/s3.ts';
import { diskStore, type FileStore } from './file-store.ts';

let folder: string;
let service: Awaited<ReturnType<typeof openS3Service>>;
let stores: Record<'disk' | 's3', FileStore>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-stores-'));
  service = await openS3Service();
  stores = { disk: diskStore(join(folder, 'disk')), s3: service.store };
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const HOUSEHOLD = '3f0c1b2a-0000-4000-8000-000000000001';
const OTHER = '9a0c1b2a-0000-4000-8000-000000000002';

async function put(store: FileStore, name: string, words: string): Promise<void> {
  const path = join(folder, `incoming-${Math.random()}`);
  await writeFile(path, words);
  await store.put(path, name);
}

const wordsOf = (stream: Readable | undefined) => stream && text(stream);

async function namesIn(store: FileStore, household: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(household)) names.push(name);
  return names.sort();
}

describe.each(['disk', 's3'] as const)('a file store on %s', (kind) => {
  it('a stored file is read whole or by range', async () => {
    const store = stores[kind];
    const name = `${HOUSEHOLD}/a1.webp`;
    await put(store, name, '0123456789');
    expect(await wordsOf(await store.open(name))).toBe('0123456789');
    expect(await wordsOf(await store.open(name, { start: 2, end: 4 }))).toBe('234');
    expect(await store.stat(name)).toMatchObject({ bytes: 10 });
  });

  it('unknown files are undefined, and removing one does nothing', async () => {
    const store = stores[kind];
    expect(await store.open(`${HOUSEHOLD}/none.webp`)).toBeUndefined();
    expect(await store.stat(`${HOUSEHOLD}/none.webp`)).toBeUndefined();
    await store.remove(`${HOUSEHOLD}/none.webp`);
  });

  it('the store lists the files of one household, and all households', async () => {
    const store = stores[kind];
    await put(store, `${HOUSEHOLD}/b2.webp`, 'b');
    await put(store, `${OTHER}/c3.webp`, 'c');
    expect(await namesIn(store, OTHER)).toEqual([`${OTHER}/c3.webp`]);
    expect(await namesIn(store, HOUSEHOLD)).toContain(`${HOUSEHOLD}/b2.webp`);
    expect((await store.households()).sort()).toEqual([HOUSEHOLD, OTHER]);
  });

  it('a removed file is gone', async () => {
    const store = stores[kind];
    await put(store, `${OTHER}/d4.webp`, 'd');
    await store.remove(`${OTHER}/d4.webp`);
    expect(await store.stat(`${OTHER}/d4.webp`)).toBeUndefined();
  });

  it('the store removes all files of a household and none of another', async () => {
    const store = stores[kind];
    await put(store, `${OTHER}/e5.webp`, 'e');
    await store.removeHousehold(OTHER);
    await store.removeHousehold(OTHER);
    expect(await namesIn(store, OTHER)).toEqual([]);
    expect(await store.households()).toEqual([HOUSEHOLD]);
    expect(await namesIn(store, HOUSEHOLD)).toContain(`${HOUSEHOLD}/b2.webp`);
  });
});
