import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitsBy } from '#features/entitlement/limits.ts';
import { openArchive } from '#features/household/server/read-archive.ts';
import { diskStore } from '#platform/server/storage/file-store.ts';
import type { LimitName } from '#platform/shared/limits.ts';
import { expectStatus } from '#testing/test-server.ts';
import { portablesWith } from '../../src/app/portables.ts';
import { type FullServer, fill, openFullServer } from '../support/household.ts';

const PARTS = portablesWith({ store: diskStore(''), incoming: '' });

let full: FullServer;
let download: Buffer;
let folder: string;
beforeAll(async () => {
  full = await openFullServer(undefined, { MAX_PHOTOS_PER_HOUSEHOLD: '2' });
  const roomy = await openFullServer();
  const other = await roomy.registered();
  await fill(other, roomy.server);
  download = await other.download();
  await roomy.close();
  folder = await mkdtemp(join(tmpdir(), 'grand-room-'));
  await writeFile(join(folder, 'download.zip'), download);
});
afterAll(async () => {
  await full.close();
  await rm(folder, { recursive: true });
});

/** Verifies the archive with the limit `most` for one kind of item. */
async function verified(name: LimitName, most: number): Promise<void> {
  const limits = limitsBy((limit, each) => (each === name ? most : limit.most));
  const archive = await openArchive(join(folder, 'download.zip'), PARTS, limits);
  await archive.close();
}

it('an archive with more photos than the limit is refused with both numbers, and nothing is stored', async () => {
  const family = await full.registered();
  const before = await family.ask('GET', '/api/photo-albums');
  const { body } = expectStatus(await family.bringIn(download), 409);
  expect(body.error).toMatch(
    /^This download has 3 photos, and a household on this server has room for 2 photos\./,
  );
  expect(await full.stored()).toEqual([]);
  expect((await family.ask('GET', '/api/photo-albums')).body).toEqual(before.body);
  expect((await family.ask('GET', '/api/import')).body).toEqual({ isEmpty: true });
});

it.each<[LimitName, number, string]>([
  ['photos', 3, '3 photos, and'],
  ['albums', 2, '2 albums, and'],
  ['medications', 1, '1 medication, and'],
  ['elders', 1, '1 elder, and'],
  ['administrators', 1, '1 administrator, and'],
  ['events', 2, 'there are more than 1 of events'],
  ['content', 2, 'there are more than 1 of videos'],
  ['doses', 2, 'there are more than 1 of logs'],
])(
  'an archive is accepted if the limit of %s is %d, and refused at one less',
  async (name, has, words) => {
    await verified(name, has);
    await expect(verified(name, has - 1)).rejects.toThrow(words);
  },
);

it('the bytes of original uploads count towards the photo limit', async () => {
  await verified('gigabytes', 0.0001);
  await expect(verified('gigabytes', 0.000001)).rejects.toThrow(
    /has 0\.0000\d+ GB of photos, and .+ 0\.000001 GB of photos/,
  );
});
