import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { diskStore } from '#platform/server/storage/file-store.ts';
import { incomingFolder, uploadsFolder } from '#platform/server/storage/temp-files.ts';
import { connect, type Database } from '../src/database/connect.ts';
import { accounts } from '../src/database/schema/households.ts';
import { photoAlbums, photos } from '../src/database/schema/photos.ts';
import { pictures } from '../src/database/schema/pictures.ts';
import {
  openBackup,
  restoreBackup,
  saveBackup,
  takeBackup,
} from '../src/features/backup/server.ts';

/** Limit of memory growth for 5,000 photos (1 GB). */
const MAX_GROWTH_MB = 200;
/** Maximum time that 1,000 rows may block the embedded database. */
const MAX_STANDSTILL_MS = 15;
/** Rows in addition to those of the photos. */
const ROWS = 100_000;

/** The original, the displayed picture and three thumbnails: 200 kB. */
const SIZES = [140_000, 40_000, 12_000, 5_000, 3_000];
const AT_ONCE = 200;
const MEGABYTE = 1_000_000;
const AT = new Date('2026-03-10T14:00:00Z');

const say = (line: string) => process.stdout.write(`${line}\n`);

function placeOf(database: Database, dataDir: string) {
  const store = diskStore(uploadsFolder(dataDir));
  return { database, store, incoming: incomingFolder(dataDir), now: () => new Date() };
}

async function benchBackup(count: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'grand-bench-backup-'));
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  const path = join(folder, 'backup.zip');
  const source = await connect({ dataDir: from });
  const target = await connect({ dataDir: to });
  try {
    await addPhotos(source, from, count);
    const backup = await measured(() =>
      saveBackup(path, (output) => takeBackup(placeOf(source, from), output)),
    );
    const megabytes = statSync(path).size / MEGABYTE;
    tell(`backup of ${count} photos, ${megabytes.toFixed(0)} MB`, backup);
    const restore = await measured(async () => {
      const opened = await openBackup(path);
      await restoreBackup(opened, { ...placeOf(target, to), isMove: true });
      await opened.zip.close();
    });
    tell('restore, verified before', restore);
    const rows = ROWS + count * SIZES.length;
    const isCalm = await measureStandstill(source, from, join(folder, 'rows.zip'), rows);
    return isCalm && [backup, restore].every(({ growth }) => growth <= MAX_GROWTH_MB);
  } finally {
    await source.close();
    await target.close();
    rmSync(folder, { recursive: true });
  }
}

interface Measured {
  readonly seconds: number;
  /** Peak growth in megabytes. */
  readonly growth: number;
}

function tell(what: string, { seconds, growth }: Measured): void {
  const verdict = growth <= MAX_GROWTH_MB ? 'at most' : 'OVER';
  say(
    `  ${what}: ${seconds.toFixed(1)} s, memory grew by ${growth.toFixed(0)} MB (${verdict} ${MAX_GROWTH_MB})`,
  );
}

async function measured(work: () => Promise<void>): Promise<Measured> {
  const before = process.memoryUsage.rss();
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const began = performance.now();
  await work();
  clearInterval(looking);
  most = Math.max(most, process.memoryUsage.rss());
  return { seconds: (performance.now() - began) / 1000, growth: (most - before) / MEGABYTE };
}

/** Measures the maximum wait of a query on the embedded database during a backup. */
async function measureStandstill(database: Database, dataDir: string, path: string, rows: number) {
  await database.asSystem(async (db) => {
    await db.execute(sql`insert into audit_entries
      (id, account_id, at, action, user_id, person_name, subject, address, device_name)
      select gen_random_uuid(), (select id from accounts limit 1), now() - n * interval '1 minute',
        'medication-changed', null, 'Ada Carter', 'Lisinopril 10 mg, one tablet', '192.0.2.1', 'Firefox on Linux'
      from generate_series(1, ${sql.raw(String(ROWS))}) n`);
  });
  let longest = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      await database.ping();
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  await saveBackup(path, (output) => takeBackup(placeOf(database, dataDir), output));
  isOver = true;
  await asking;
  const most = (MAX_STANDSTILL_MS * rows) / 1000;
  const verdict = longest <= most ? 'at most' : 'OVER';
  say(`  ${rows} rows: others waited ${longest.toFixed(0)} ms (${verdict} ${most.toFixed(0)})`);
  return longest <= most;
}

/** Writes photos directly to the disk and the database, without image processing. */
async function addPhotos(database: Database, dataDir: string, count: number): Promise<void> {
  const [accountId, albumId] = [randomUUID(), randomUUID()];
  const folder = join(uploadsFolder(dataDir), accountId.slice(0, 2), accountId);
  mkdirSync(folder, { recursive: true });
  await database.asSystem(async (db) => {
    await db.insert(accounts).values({ id: accountId, accountNumber: 'GA-1', createdAt: AT });
    await db.insert(photoAlbums).values({ id: albumId, accountId, name: 'All', createdAt: AT });
  });
  for (let first = 0; first < count; first += AT_ONCE) {
    const made = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, at) => ({
      id: randomUUID(),
      order: first + at,
    }));
    for (const { id } of made) {
      for (const [at, bytes] of SIZES.entries()) {
        writeFileSync(join(folder, nameOf(id, at)), randomBytes(bytes));
      }
    }
    await database.asSystem(async (db) => {
      await db.insert(pictures).values(
        made.flatMap(({ id }) =>
          [1, 2, 3, 4].map((at) => ({
            ...{ accountId, filename: nameOf(id, at), purpose: 'photo' },
            ...{ width: 4, height: 3, bytes: SIZES[at] ?? 0, createdAt: AT },
          })),
        ),
      );
      await db.insert(photos).values(
        made.map(({ id, order }) => ({
          ...{ id, accountId, albumId, order, filename: nameOf(id, 1), original: nameOf(id, 0) },
          ...{ thumbnails: [2, 3, 4].map((at) => nameOf(id, at)), originalHash: id },
          ...{ originalName: 'a.jpg', originalType: 'image/jpeg', originalBytes: SIZES[0] ?? 0 },
          ...{ width: 4, height: 3, uploadedAt: AT },
        })),
      );
    });
  }
}

function nameOf(id: string, at: number): string {
  return `${id}-${at}.webp`;
}

const [count = '5000'] = process.argv.slice(2);
process.exitCode = (await benchBackup(Number(count))) ? 0 : 1;
