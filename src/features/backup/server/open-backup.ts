import { createHash, type Hash } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { openZip, type ZipReader, ZipRefused } from '#platform/server/archive/zip.ts';
import { codeOf } from '#platform/shared/failures.ts';
import {
  BackupRefused,
  fileEntry,
  MANIFEST,
  type Manifest,
  manifestShape,
  README,
  rowsEntry,
} from './manifest.ts';

export interface OpenBackup {
  readonly manifest: Manifest;
  readonly zip: ZipReader;
}

/** Limits that reject only absurd sizes, because the operator's own backup may have any size. */
const LIMITS = { mostEntries: 20_000_000, mostBytes: Number.MAX_SAFE_INTEGER };

/** Maximum size of the manifest, which is read into memory as a whole. */
const MAX_MANIFEST_BYTES = 500_000_000;

/**
 * Opens a backup and verifies all of it: seal, manifest, lengths, checksums, names and rows.
 * Rejects with a BackupRefused or ZipRefused on any difference. The caller must close its `zip`.
 */
export async function openBackup(path: string): Promise<OpenBackup> {
  const zip = await openZip(path, LIMITS).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new BackupRefused(`There is no file ${path}.`);
    throw error;
  });
  try {
    if (!zip.isSealed) {
      throw new BackupRefused(`${path} is no backup, or it has been altered: it bears no seal.`);
    }
    const manifest = await manifestIn(zip);
    refuseOtherEntries(zip, manifest);
    for (const entry of manifest.entries) await verifyEntry(zip, entry, rowsOfEntry(manifest));
    return { manifest, zip };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function manifestIn(zip: ZipReader): Promise<Manifest> {
  const entry = zip.entries.at(-1);
  if (entry?.name !== MANIFEST || entry.bytes > MAX_MANIFEST_BYTES) {
    throw new BackupRefused(`This is no backup of a server: it does not end with ${MANIFEST}.`);
  }
  const told: unknown = await json(await zip.read(MANIFEST)).catch((error: unknown) => {
    if (error instanceof ZipRefused) throw error;
    throw new BackupRefused(`The backup's ${MANIFEST} cannot be read.`);
  });
  const parsed = manifestShape.safeParse(told);
  if (parsed.success) return parsed.data;
  throw new BackupRefused(
    `The backup's ${MANIFEST} is not one that this version knows: perhaps a newer version made it.`,
  );
}

/** Refuses the archive unless its entries, tables and files agree with the manifest exactly. */
function refuseOtherEntries(zip: ZipReader, { entries, tables, files }: Manifest): void {
  const listed = new Map(entries.map(({ name, bytes }) => [name, bytes]));
  for (const { name, bytes } of zip.entries) {
    if (name !== MANIFEST && listed.get(name) !== bytes) {
      throw new BackupRefused(`The backup has a file ${name} that is not the one it lists.`);
    }
  }
  const there = new Set(zip.entries.map(({ name }) => name));
  const expected = [README, ...tables.map(({ name }) => rowsEntry(name)), ...files.map(fileEntry)];
  for (const name of [...listed.keys(), ...expected]) {
    if (!there.has(name)) throw new BackupRefused(`The backup lacks its file ${name}.`);
  }
  if (expected.length !== entries.length || new Set(expected).size !== listed.size) {
    throw new BackupRefused('The backup lists files that belong to nothing.');
  }
}

/** Returns the number of rows per entry; entries that are not tables are missing from the map. */
function rowsOfEntry({ tables }: Manifest): ReadonlyMap<string, number> {
  return new Map(tables.map(({ name, rows }) => [rowsEntry(name), rows]));
}

async function verifyEntry(
  zip: ZipReader,
  { name, sha256 }: Manifest['entries'][number],
  rowCounts: ReadonlyMap<string, number>,
): Promise<void> {
  const hash = createHash('sha256');
  const content = await zip.read(name);
  const expected = rowCounts.get(name);
  let rows = 0;
  if (expected === undefined) for await (const chunk of content) hash.update(chunk);
  else {
    for await (const line of linesOf(hashing(content, hash))) {
      if (!isRow(line)) throw new BackupRefused(`A row in ${name} of the backup cannot be read.`);
      rows += 1;
    }
  }
  if (hash.digest('hex') !== sha256) {
    throw new BackupRefused(`${name} in the backup is not what it was: its checksum is another.`);
  }
  if (expected !== undefined && rows !== expected) {
    throw new BackupRefused(`${name} of the backup has ${rows} rows and should have ${expected}.`);
  }
}

export async function* hashing(
  content: AsyncIterable<Uint8Array>,
  hash: Hash,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

function isRow(line: string): boolean {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null && !Array.isArray(row);
  } catch {
    return false;
  }
}

/**
 * Splits at line feeds only; other characters that some readers treat as line ends stay in the
 * line.
 */
export async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of content) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
