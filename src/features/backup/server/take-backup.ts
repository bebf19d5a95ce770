import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Database } from '#database/connect.ts';
import { type ZipWriter, zipTo } from '#platform/server/archive/zip.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { type SpooledTable, spoolRows, stillNamed } from './backup-spool.ts';
import { fileEntry, MANIFEST, type Manifest, README, rowsEntry } from './manifest.ts';

export interface BackupParts {
  readonly database: Database;
  readonly store: FileStore;
  /** Folder of the spooled rows; files of a killed process are swept from it. */
  readonly incoming: string;
  now(): Date;
}

const WORDS = `A backup of a Grand App server.

It is brought back into an empty server with: npm run grand -- restore FILE
It holds everything that the server knows, passwords as hashes and sessions included: keep it safe.

rows/       every table, one row a line, as JSON
files/      photos and pictures, by household
${MANIFEST}  what must be there, with lengths and SHA-256 checksums
`;

interface Archive {
  readonly zip: ZipWriter;
  readonly at: Date;
  readonly entries: Manifest['entries'];
}

/**
 * Writes a complete backup to `output`: first the rows of one moment, then the files they refer to.
 * A failure destroys the output, so that a partial archive cannot be mistaken for a complete one.
 */
export async function takeBackup(parts: BackupParts, output: Writable): Promise<void> {
  const path = join(parts.incoming, `${randomUUID()}.rows`);
  // Ignored here: the same error is thrown by the function that writes to the stream.
  output.on('error', () => undefined);
  try {
    await mkdir(parts.incoming, { recursive: true });
    const spooled = await spoolRows(parts.database, path);
    const archive: Archive = { zip: zipTo(output), at: parts.now(), entries: [] };
    await add(archive, README, WORDS);
    for (const table of spooled.tables) await addTable(archive, table, path);
    await rm(path);
    const files = await addFiles(archive, parts, spooled.files);
    const manifest: Manifest = {
      format: 1,
      madeAt: archive.at.toISOString(),
      migration: spooled.migration,
      tables: spooled.tables.map(({ name, rows }) => ({ name, rows })),
      ...files,
      entries: archive.entries,
    };
    await archive.zip.add(MANIFEST, JSON.stringify(manifest, null, 1), { at: archive.at });
    await archive.zip.end();
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

async function add(
  { zip, at, entries }: Archive,
  name: string,
  content: Parameters<ZipWriter['add']>[1],
  isPacked = false,
): Promise<void> {
  entries.push({ name, ...(await zip.add(name, content, { isPacked, at })) });
}

async function addTable(
  archive: Archive,
  { name, start, end }: SpooledTable,
  path: string,
): Promise<void> {
  // The file is opened before the stream is created: a stream that opens its file itself may emit
  // an error before a listener exists.
  const content = start === end ? '' : (await open(path)).createReadStream({ start, end: end - 1 });
  await add(archive, rowsEntry(name), content);
}

/** Adds files one after the other, and separates deleted files from lost ones. */
async function addFiles(
  archive: Archive,
  { database, store }: BackupParts,
  wanted: readonly string[],
): Promise<Pick<Manifest, 'files' | 'gone' | 'lost'>> {
  const files: string[] = [];
  const absent: string[] = [];
  for (const name of wanted) {
    const content = await store.open(name);
    if (content === undefined) absent.push(name);
    else {
      await add(archive, fileEntry(name), content, true);
      files.push(name);
    }
  }
  if (absent.length === 0) return { files, gone: [], lost: [] };
  const named = await database.asSystem((db) => stillNamed(db, absent));
  return {
    files,
    gone: absent.filter((name) => !named.has(name)),
    lost: absent.filter((name) => named.has(name)),
  };
}
