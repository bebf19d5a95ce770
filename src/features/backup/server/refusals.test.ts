import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { openZip } from '#platform/server/archive/zip.ts';
import {
  backUpTo,
  contentsOf,
  filesIn,
  fillEveryTable,
  type Place,
  placeOf,
  putFile,
  repacked,
  restoreFrom,
} from '#testing/backups.ts';
import { openTestDatabase } from '#testing/database.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { openBackup } from './open-backup.ts';

let folder: string;
let path: string;
let changed: string;
let databases: Database[];
let source: Place;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-refusals-'));
  path = join(folder, 'backup.zip');
  changed = join(folder, 'changed.zip');
  const database = await openTestDatabase();
  databases = [database];
  source = placeOf(database, join(folder, 'source'));
  await fillEveryTable(source);
  await backUpTo(path, source);
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await rm(folder, { recursive: true });
});

let target: Place;
let counter = 0;
beforeEach(async () => {
  const database = await openTestDatabase();
  databases.push(database);
  counter += 1;
  target = placeOf(database, join(folder, `target-${counter}`));
});
afterEach(async () => {
  await databases.pop()?.close();
});

/** Expects an empty server: no rows, no stored files, no temporary files. */
async function expectUntouched(): Promise<void> {
  const after = join(folder, `after-${counter}.zip`);
  await backUpTo(after, target);
  const { tables } = await contentsOf(after);
  expect(tables.filter(({ rows }) => rows > 0)).toEqual([]);
  expect(await filesIn(target)).toEqual([]);
  expect(await readdir(target.incoming)).toEqual([]);
}

async function expectRefused(sentence: string | RegExp, file = changed): Promise<void> {
  await expect(restoreFrom(file, target)).rejects.toThrow(sentence);
}

const ALTERED = /altered|no whole archive|no backup/;

describe('refused backups, which change nothing', () => {
  afterEach(expectUntouched);

  it('a missing file or a file of another kind is refused', async () => {
    await expectRefused('There is no file', join(folder, 'none.zip'));
    await writeFile(changed, 'a letter to the family');
    await expectRefused('no whole archive');
  });

  it('a truncated backup is refused', async () => {
    const whole = await readFile(path);
    const lengths = [0, 1, 1000, whole.length / 3, whole.length / 2, whole.length - 1];
    for (const length of lengths) {
      await writeFile(changed, whole.subarray(0, length));
      await expectRefused(ALTERED);
    }
  });

  it('a backup with one changed byte is refused', async () => {
    const whole = await readFile(path);
    const places = Array.from({ length: 25 }, (_, at) => Math.floor((whole.length * at) / 25));
    for (const place of [...places, whole.length - 1, whole.length - 70, whole.length - 90]) {
      const altered = Buffer.from(whole);
      altered[place] = (altered[place] ?? 0) ^ 0x10;
      await writeFile(changed, altered);
      await expectRefused(ALTERED);
    }
  });

  async function repack(
    change: (name: string, content: Buffer) => Buffer | undefined,
    added: Record<string, string> = {},
  ): Promise<void> {
    const zip = await openZip(path, { mostEntries: 1e6, mostBytes: 1e9 });
    await repacked(zip, changed, change, added);
    await zip.close();
  }

  const changeManifest = (change: (manifest: Manifest) => unknown) =>
    repack((name, content) =>
      name === MANIFEST
        ? Buffer.from(JSON.stringify(change(JSON.parse(content.toString()))))
        : content,
    );

  it('a backup with a missing or an additional entry is refused', async () => {
    await repack((name, content) => (name === 'rows/users.jsonl' ? undefined : content));
    await expectRefused('The backup lacks its file rows/users.jsonl.');
    await repack((name, content) => (name.startsWith('files/') ? undefined : content));
    await expectRefused('The backup lacks its file files/');
    await repack((_, content) => content, { 'files/a/b.webp': 'more' });
    await expectRefused('The backup has a file files/a/b.webp that is not the one it lists.');
    await repack((name, content) => (name === MANIFEST ? undefined : content));
    await expectRefused('it does not end with manifest.json');
  });

  it('a backup with a replaced entry is refused', async () => {
    await repack((name, content) =>
      name === 'rows/users.jsonl' ? Buffer.from(content.toString().replace('Zoë', 'Zoé')) : content,
    );
    await expectRefused('rows/users.jsonl in the backup is not what it was');
    await repack((name, content) =>
      name.startsWith('files/') ? Buffer.from(content.toString().toUpperCase()) : content,
    );
    await expectRefused('is not what it was: its checksum is another');
  });

  it('a backup whose manifest contradicts its files is refused', async () => {
    await changeManifest((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
    }));
    await expectRefused('has 3 rows and should have 4.');
    await changeManifest((manifest) => ({ ...manifest, files: manifest.files.slice(1) }));
    await expectRefused('The backup lists files that belong to nothing.');
    await changeManifest((manifest) => ({ ...manifest, files: ['../../etc/passwd'] }));
    await expectRefused('is not one that this version knows');
    await changeManifest((manifest) => ({ ...manifest, format: 2 }));
    await expectRefused('perhaps a newer version made it');
    await changeManifest(() => 'nothing');
    await expectRefused('is not one that this version knows');
  });

  it('a backup of an unknown version is refused', async () => {
    await changeManifest((manifest) => ({ ...manifest, migration: 'f'.repeat(64) }));
    await expectRefused('The backup was made by a newer version');
  });

  it('rows and files are rolled back if a file cannot be stored midway', async () => {
    let count = 0;
    const failing: Place = {
      ...target,
      store: {
        ...target.store,
        async put(from, name) {
          count += 1;
          if (count === 4) throw new Error('the disk is full');
          await target.store.put(from, name);
        },
      },
    };
    await expect(restoreFrom(path, failing)).rejects.toThrow('the disk is full');
    expect(count).toBeGreaterThanOrEqual(4);
  });

  it('a backup whose rows violate a constraint is refused', async () => {
    await target.database.asSystem((db) =>
      db.execute(sql`alter table users add constraint nobody check (role = 'nobody')`),
    );
    await expectRefused(/insert into "users"|nobody/, path);
    await target.database.asSystem((db) =>
      db.execute(sql`alter table users drop constraint nobody`),
    );
  });
});

describe('a restore into a server that is not empty', () => {
  it('an existing household stays and the restore is refused', async () => {
    await target.database.asSystem((db) =>
      db.execute(sql`insert into accounts values (gen_random_uuid(), 'GA-104823', now())`),
    );
    await expectRefused('This server has households already', path);
    const rows = await target.database.asSystem((db) =>
      db.select({ number: sql`account_number` }).from(sql`accounts`),
    );
    expect(rows).toEqual([{ number: 'GA-104823' }]);
    expect(await filesIn(target)).toEqual([]);
  });

  it('existing files stay and the restore is refused', async () => {
    await putFile(target, '3f0c/own.webp', 'own');
    await expectRefused('This server has files already, such as 3f0c/own.webp', path);
    expect(await filesIn(target)).toEqual(['3f0c/own.webp']);
  });

  it('files of an interrupted restore of the same backup are replaced', async () => {
    const { files } = await contentsOf(path);
    await putFile(target, files[0] ?? '', 'half of it');
    await restoreFrom(path, target);
    expect(await filesIn(target)).toEqual(files.toSorted());
    const facts = await target.store.stat(files[0] ?? '');
    const { manifest, zip } = await openBackup(path);
    await zip.close();
    const entry = manifest.entries.find(({ name }) => name === `files/${files[0]}`);
    expect(facts?.bytes).toBe(entry?.bytes);
  });

  it('a second restore is refused', async () => {
    await restoreFrom(path, target);
    await expectRefused('This server has households already', path);
    expect((await filesIn(target)).length).toBe(6);
  });
});
