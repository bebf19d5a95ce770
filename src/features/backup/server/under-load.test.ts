import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Db } from '#database/connect.ts';
import { accounts } from '#database/schema/households.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { pictures } from '#database/schema/pictures.ts';
import {
  backUpTo,
  contentsOf,
  type Place,
  placeOf,
  putFile,
  restoreFrom,
} from '#testing/backups.ts';
import { openTestDatabase } from '#testing/database.ts';

const WRITERS = 20;
/** Maximum number of photos per family, so that the backup does not grow while it runs. */
const MAX_PHOTOS = 5;
const AT = new Date('2026-03-10T14:00:00Z');

let folder: string;
let source: Place;
let target: Place;
const opened: Database[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-load-'));
  source = await placeAt('source');
  target = await placeAt('target');
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  await rm(folder, { recursive: true });
});

async function placeAt(name: string): Promise<Place> {
  const database = await openTestDatabase();
  opened.push(database);
  return placeOf(database, join(folder, name));
}

/** A household with an album whose photos and files are added and removed. */
class Writer {
  readonly accountId = randomUUID();
  readonly albumId = randomUUID();
  readonly #place: Place;
  #photos: { id: string; names: string[] }[] = [];
  #made = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  async begin(number: number): Promise<void> {
    const { accountId, albumId } = this;
    await this.#place.database.asSystem(async (db) => {
      await db
        .insert(accounts)
        .values({ id: accountId, accountNumber: `GA-${number}`, createdAt: AT });
      await db
        .insert(photoAlbums)
        .values({ id: albumId, accountId, name: 'Holidays', createdAt: AT });
    });
  }

  /** Stores files before the rows that refer to them, as the product does. */
  async add(): Promise<void> {
    const { accountId, albumId } = this;
    const id = randomUUID();
    this.#made += 1;
    const [filename, original] = [`${id}.webp`, `${id}.orig`];
    for (const name of [filename, original])
      await putFile(this.#place, `${accountId}/${name}`, name);
    const order = this.#photos.length;
    const size = { width: 4, height: 3 };
    await this.#place.database.asSystem(async (db) => {
      await db
        .insert(pictures)
        .values({ accountId, filename, purpose: 'photo', ...size, bytes: 1, createdAt: AT });
      await db.insert(photos).values({
        ...{ id, accountId, albumId, filename, thumbnails: [], original, ...size, order },
        ...{ originalHash: id, originalName: 'a.jpg', originalType: 'image/jpeg' },
        ...{ originalBytes: 1, uploadedAt: AT },
      });
    });
    this.#photos.push({ id, names: [filename, original] });
  }

  /** Removes rows before files, but without the delay of the product's file sweep. */
  async removeLast(): Promise<void> {
    const gone = this.#photos.pop();
    if (gone === undefined) return;
    await this.#place.database.asSystem((db) => removeRows(db, this.accountId, gone.id));
    for (const name of gone.names) await this.#place.store.remove(`${this.accountId}/${name}`);
  }

  async writeUntil(isOver: () => boolean): Promise<number> {
    while (!isOver()) {
      await this.add();
      if (this.#photos.length > MAX_PHOTOS) {
        await this.removeLast();
        await this.removeLast();
      }
    }
    return this.#made;
  }
}

async function removeRows(db: Db, accountId: string, id: string): Promise<void> {
  await db.delete(photos).where(eq(photos.id, id));
  await db
    .delete(pictures)
    .where(and(eq(pictures.accountId, accountId), eq(pictures.filename, `${id}.webp`)));
}

/** Expects that every referenced file exists, and that album positions have no gaps. */
async function expectWhole(place: Place): Promise<number> {
  const { named, all } = await place.database.asSystem(async (db) => ({
    named: await db.select().from(pictures),
    all: await db.select().from(photos),
  }));
  const shown = new Set(named.map(({ accountId, filename }) => `${accountId}/${filename}`));
  for (const { accountId, filename, original } of all) {
    expect(shown).toContain(`${accountId}/${filename}`);
    expect(await place.store.stat(`${accountId}/${original}`)).toBeDefined();
  }
  for (const name of shown) expect(await place.store.stat(name)).toBeDefined();
  for (const albumId of new Set(all.map((photo) => photo.albumId))) {
    const places = all.filter((photo) => photo.albumId === albumId).map(({ order }) => order);
    expect(places.sort((one, other) => one - other)).toEqual(places.map((_, at) => at));
  }
  return all.length;
}

describe('a backup during writes', () => {
  it(`a backup taken while ${WRITERS} families write is consistent and has every file`, async () => {
    const writers = Array.from({ length: WRITERS }, () => new Writer(source));
    for (const [number, writer] of writers.entries()) {
      await writer.begin(number);
      await writer.add();
      await writer.add();
    }
    let isOver = false;
    const writing = Promise.all(writers.map((writer) => writer.writeUntil(() => isOver)));
    for (const round of [1, 2]) {
      const path = join(folder, `${round}.zip`);
      await backUpTo(path, source);
      expect((await contentsOf(path)).lost).toEqual([]);
    }
    isOver = true;
    const made = await writing;
    expect(Math.min(...made)).toBeGreaterThan(2);
    await restoreFrom(join(folder, '2.zip'), target);
    expect(await expectWhole(target)).toBeGreaterThanOrEqual(WRITERS);
  }, 120_000);

  it('rows and files that are deleted while the files are read are left out', async () => {
    const writer = new Writer(source);
    await writer.begin(1);
    for (let count = 0; count < 3; count += 1) await writer.add();
    const { open } = source.store;
    let isFirst = true;
    const deleting: Place = {
      ...source,
      store: {
        ...source.store,
        async open(name) {
          if (isFirst) {
            isFirst = false;
            await writer.removeLast();
          }
          return open(name);
        },
      },
    };
    await backUpTo(join(folder, 'gone.zip'), deleting);
    const contents = await contentsOf(join(folder, 'gone.zip'));
    expect(contents.gone).toHaveLength(2);
    expect(contents.tables).toContainEqual({ name: 'photos', rows: 3 });
    await restoreFrom(join(folder, 'gone.zip'), target);
    expect(await expectWhole(target)).toBe(2);
  });

  it('lost files are listed, and the rows that refer to them stay', async () => {
    const writer = new Writer(source);
    await writer.begin(1);
    await writer.add();
    const { files } = await backedUp('before');
    await source.store.remove(files[0] ?? '');
    const after = await backedUp('after');
    expect(after).toMatchObject({ files: files.slice(1), gone: [], lost: [files[0]] });
    await restoreFrom(join(folder, 'after.zip'), target);
    const { tables } = await contentsOf(join(folder, 'after.zip'));
    expect(tables).toContainEqual({ name: 'photos', rows: 1 });
  });
});

async function backedUp(name: string) {
  const path = join(folder, `${name}.zip`);
  await backUpTo(path, source);
  return contentsOf(path);
}
