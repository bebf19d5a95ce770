import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pictures as rows } from '#database/schema/pictures.ts';
import { incomingFolder, uploadsFolder } from '#platform/server/storage/temp-files.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { type PictureServer, pictureServer, upload } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

const UNNAMED = 'pictures that nothing names';
const ROWLESS = 'files without a picture';

let pictures: PictureServer;
let family: TestHousehold;
beforeAll(async () => {
  pictures = await pictureServer();
});
beforeEach(async () => {
  family = await pictures.server.household();
});
afterAll(() => pictures.close());

let widths = 10;

/** Uploads a different picture at each call. */
async function uploaded(): Promise<string> {
  widths += 1;
  const answer = await upload(family, await pillPicture(widths, 10).png().toBuffer());
  return expectStatus(answer, 201).body.imageUrl;
}

const nameOf = (url: string) => `${family.accountId}/${url.replace('/uploads/', '')}`;
const isThere = async (url: string) => (await pictures.store.stat(nameOf(url))) !== undefined;
const show = (url: string) => family.as('user')('GET', url);

async function saved(pillImageUrl: string): Promise<string> {
  const body = { name: 'Metformin', frequency: 'as_needed', startDate: '2026-03-01', pillImageUrl };
  return expectStatus(await family.as('admin')('POST', '/api/medications', body), 201).body.id;
}

/** Creates a file with a modification time that many hours before the clock's time. */
async function fileOf(path: string, hoursAgo: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'anything');
  const at = new Date(pictures.server.clock.now().getTime() - hoursAgo * HOUR_MS);
  await utimes(path, at, at);
}

describe('sweep of unused pill pictures', () => {
  it('an unused picture is deleted after one day, first its row and then its file', async () => {
    const url = await uploaded();
    pictures.server.clock.advance(DAY_MS);
    await pictures.server.jobs(UNNAMED);
    expectStatus(await show(url), 200);
    pictures.server.clock.advance(1);
    await pictures.server.jobs(UNNAMED);
    expectStatus(await show(url), 404);
    expect(await isThere(url)).toBe(false);
  });

  it('a repeated upload extends the time by a day', async () => {
    const picture = await pillPicture(70, 9).png().toBuffer();
    const { imageUrl } = (await upload(family, picture)).body;
    pictures.server.clock.advance(23 * HOUR_MS);
    await upload(family, picture);
    pictures.server.clock.advance(2 * HOUR_MS);
    await pictures.server.jobs();
    expectStatus(await show(imageUrl), 200);
  });

  it('a picture stays while a medication refers to it, even a deleted one', async () => {
    const [named, deleted] = [await uploaded(), await uploaded()];
    await saved(named);
    const id = await saved(deleted);
    expectStatus(await family.as('admin')('DELETE', `/api/medications/${id}`), 204);
    pictures.server.clock.advance(48 * HOUR_MS);
    await pictures.server.jobs();
    for (const url of [named, deleted]) expectStatus(await show(url), 200);
  });

  it('use by another household does not retain a picture', async () => {
    const picture = await pillPicture(71, 9).png().toBuffer();
    const own = family;
    const { imageUrl } = (await upload(own, picture)).body;
    family = await pictures.server.household();
    await upload(family, picture);
    await saved(imageUrl);
    pictures.server.clock.advance(25 * HOUR_MS);
    await pictures.server.jobs();
    expectStatus(await own.as('user')('GET', imageUrl), 404);
    expectStatus(await show(imageUrl), 200);
    expect(await isThere(imageUrl)).toBe(true);
  });
});

describe('sweep of files without a row', () => {
  it('a file without a row is deleted after one day', async () => {
    const url = await uploaded();
    await saved(url);
    const folder = join(
      uploadsFolder(pictures.dataDir),
      family.accountId.slice(0, 2),
      family.accountId,
    );
    await fileOf(join(folder, 'old.webp'), 25);
    await fileOf(join(folder, 'young.webp'), 23);
    const old = new Date(pictures.server.clock.now().getTime() - 48 * HOUR_MS);
    await utimes(join(folder, url.replace('/uploads/', '')), old, old);
    await pictures.server.jobs(ROWLESS);
    const left: string[] = [];
    for await (const { name } of pictures.store.list(family.accountId)) left.push(name);
    expect(left.sort()).toEqual([nameOf(url), `${family.accountId}/young.webp`].sort());
  });

  it('files of an unknown household stay, because the database may be the wrong one', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    await fileOf(join(uploadsFolder(pictures.dataDir), '00', id, 'old.webp'), 1000);
    await pictures.server.jobs(ROWLESS);
    expect(await pictures.store.stat(`${id}/old.webp`)).toBeDefined();
  });

  it('the remains of an interrupted upload are deleted after one day', async () => {
    const incoming = incomingFolder(pictures.dataDir);
    await fileOf(join(incoming, 'old'), 25);
    await fileOf(join(incoming, 'under-way'), 1);
    await pictures.server.jobs('leftovers of uploads');
    expect(await pictures.files()).toContain('under-way');
    expect(await pictures.files()).not.toContain('old');
  });
});

describe('order of file and row changes', () => {
  it('a row is written only after its file is stored', async () => {
    const own = await pictureServer({}, (store) => ({
      ...store,
      put: async () => {
        throw new Error('the disk is broken');
      },
    }));
    const household = await own.server.household();
    expectStatus(await upload(household, await pillPicture(9, 9).png().toBuffer()), 500);
    expect(await own.files()).toEqual([]);
    expect(await rowsOf(own, household)).toEqual([]);
    await own.close();
  });

  it('no row is written for a file that a sweep has just deleted', async () => {
    const own = await pictureServer({}, (store) => ({
      ...store,
      async put(path, name) {
        await store.put(path, name);
        await store.remove(name);
      },
    }));
    const household = await own.server.household();
    const answer = await upload(household, await pillPicture(9, 9).png().toBuffer());
    expect(expectStatus(answer, 503).headers['retry-after']).toBe('1');
    expect(await rowsOf(own, household)).toEqual([]);
    await own.close();
  });

  it('a sweep does not delete a picture while a medication with it is being saved', async () => {
    const url = await uploaded();
    pictures.server.clock.advance(25 * HOUR_MS);
    await Promise.all([saved(url).catch(() => 'swept'), pictures.server.jobs(UNNAMED)]);
    const [medication] = (await family.as('user')('GET', '/api/medications')).body;
    expect((await show(url)).status).toBe(medication === undefined ? 404 : 200);
  });
});

function rowsOf({ server }: PictureServer, { accountId }: TestHousehold) {
  return server.database.asSystem((db) =>
    db.select().from(rows).where(eq(rows.accountId, accountId)),
  );
}
