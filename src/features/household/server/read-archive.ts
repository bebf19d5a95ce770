import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Portable, Taking } from '#platform/server/archive/portable.ts';
import { openZip, type ZipReader, ZipRefused } from '#platform/server/archive/zip.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import { householdRefusal } from '../refusals.ts';
import {
  FORMAT_VERSION,
  fileOf,
  MANIFEST,
  type Manifest,
  manifest,
  maxFiles,
  README,
} from './archive-format.ts';
import { type ArchivedRow, rowsIn, wrongAt } from './archive-lines.ts';
import { RoomTaken } from './room-taken.ts';

/**
 * Limit for the unpacked size of the rows. Rows compress well, photos do not; a larger archive is a
 * zip bomb.
 */
const MAX_BYTES_OF_ROWS = 256 * 1024 ** 2;

/** Sizes of one manifest entry, and of its remaining content such as the missing files. */
const MAX_BYTES_FOR_ONE = 400;
const MAX_OTHER_BYTES = 1024 ** 2;

/** A completely verified archive. */
export interface OpenArchive {
  readonly manifest: Manifest;
  rows(part: Portable): AsyncIterable<ArchivedRow>;
  /** Returns the manifest entry of a file; undefined if the archive does not contain it. */
  fileOf(name: string): Manifest['files'][number] | undefined;
  /** Returns the bytes of a file. */
  open(name: string): Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

/**
 * Opens an archive and verifies it: its files match the manifest with length and checksum, and
 * every line is valid. Refuses with 400 and a message.
 */
export async function openArchive(
  path: string,
  parts: readonly Portable[],
  limits: HouseholdLimits,
): Promise<OpenArchive> {
  const zip = await refusing(async () => openZip(path, await sizesFor(path, limits)));
  try {
    const contents = await manifestOf(zip, limits);
    const listed = new Map(contents.files.map((file) => [file.name, file]));
    refuseOtherFiles(zip, contents, parts);
    refuseTooManyRows(zip, parts);
    for (const { name, sha256 } of contents.files) await refuseOtherBytes(zip, name, sha256);
    const archive: OpenArchive = {
      manifest: contents,
      rows: (part) => (listed.has(fileOf(part)) ? rowsOf(zip, part, limits) : NO_ROWS),
      fileOf: (name) => listed.get(name),
      open: (name) => zip.read(name),
      close: () => zip.close(),
    };
    await refuseWrongLines(archive, parts, limits);
    return archive;
  } catch (error) {
    await zip.close();
    throw asRefusal(error);
  }
}

async function sizesFor(path: string, limits: HouseholdLimits) {
  const { size } = await stat(path);
  return { mostEntries: maxFiles(limits), mostBytes: MAX_BYTES_OF_ROWS + 2 * size };
}

/** Rows of a section that the archive does not contain, because an earlier version made it. */
const NO_ROWS: AsyncIterable<ArchivedRow> = { async *[Symbol.asyncIterator]() {} };

async function* rowsOf(
  zip: ZipReader,
  part: Portable,
  limits: HouseholdLimits,
): AsyncGenerator<ArchivedRow> {
  yield* rowsIn(await zip.read(fileOf(part)), part, limits);
}

async function manifestOf(zip: ZipReader, limits: HouseholdLimits): Promise<Manifest> {
  const entry = zip.entries.find(({ name }) => name === MANIFEST);
  if (entry === undefined) throw householdRefusal('not-a-download');
  const mostBytes = MAX_OTHER_BYTES + MAX_BYTES_FOR_ONE * zip.entries.length;
  if (entry.bytes > mostBytes)
    throw householdRefusal('download-too-large', `${MANIFEST} is too long.`);
  const text = (await buffer(await zip.read(MANIFEST))).toString();
  const read = manifest.safeParse(jsonOf(text));
  if (!read.success || read.data.missing.length > maxFiles(limits))
    throw householdRefusal('not-a-download');
  if (read.data.formatVersion > FORMAT_VERSION) {
    throw householdRefusal('newer-download');
  }
  if (read.data.formatVersion < FORMAT_VERSION) {
    throw householdRefusal('older-download');
  }
  return read.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuseOtherFiles(zip: ZipReader, { files }: Manifest, parts: readonly Portable[]): void {
  const present = new Map(zip.entries.map(({ name, bytes }) => [name, bytes]));
  const listed = new Set(files.map(({ name }) => name));
  const needed = parts.filter(({ isAdded }) => isAdded === undefined);
  for (const name of [README, ...needed.map(fileOf)]) {
    if (!listed.has(name)) throw notThere(name);
  }
  for (const { name, bytes } of files) {
    const found = present.get(name);
    if (found === undefined) throw notThere(name);
    if (found !== bytes) throw altered(name);
  }
  for (const name of present.keys()) {
    if (name !== MANIFEST && !listed.has(name)) {
      throw householdRefusal(
        'download-with-other-files',
        `The file ${name} does not belong into this download.`,
      );
    }
  }
}

function refuseTooManyRows(zip: ZipReader, parts: readonly Portable[]): void {
  const names = new Set(parts.map(fileOf));
  let bytes = 0;
  for (const entry of zip.entries) if (names.has(entry.name)) bytes += entry.bytes;
  if (bytes > MAX_BYTES_OF_ROWS) {
    throw householdRefusal(
      'download-too-large',
      'This download holds more than that of a household ever does.',
    );
  }
}

async function refuseOtherBytes(zip: ZipReader, name: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of await zip.read(name)) hash.update(chunk);
  if (hash.digest('hex') !== sha256) throw altered(name);
}

/** Verifies all lines, and that each referenced file is in the archive or listed as missing. */
async function refuseWrongLines(
  archive: OpenArchive,
  parts: readonly Portable[],
  limits: HouseholdLimits,
): Promise<void> {
  const { files, missing } = archive.manifest;
  const lost = new Set(missing);
  const known = new Set([...files.map(({ name }) => name), ...lost]);
  const named = new Set<string>();
  const taken = new RoomTaken();
  for (const part of parts) {
    for await (const { section, row, place } of archive.rows(part)) {
      const name = section.restoring?.files?.of(row);
      taken.add(takingOf(archive, { section, row, name }));
      if (name === undefined) continue;
      if (!known.has(name)) throw notThere(name);
      if (named.has(name)) throw wrongAt(place, `${name} is there twice`);
      named.add(name);
    }
  }
  taken.refuseMoreThan(limits);
  if (missing.length === lost.size && missing.every((name) => named.has(name))) return;
  throw householdRefusal('download-altered', `${MANIFEST} tells of lost files that nothing names.`);
}

/** A row whose file is missing is not imported and uses no quota. */
function takingOf(
  archive: OpenArchive,
  { section, row, name }: Pick<ArchivedRow, 'section' | 'row'> & { name: string | undefined },
): Taking | undefined {
  const file = name === undefined ? undefined : archive.fileOf(name);
  const isLost = name !== undefined && file === undefined;
  return isLost ? undefined : section.restoring?.takes?.(row, file?.bytes ?? 0);
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asRefusal(error);
  }
}

/** The messages of the zip reader are suitable for the person who imports. */
function asRefusal(error: unknown): unknown {
  return error instanceof ZipRefused
    ? householdRefusal('unreadable-zip', error.message, { cause: error })
    : error;
}

function notThere(name: string): Refusal {
  return householdRefusal('download-incomplete', `The file ${name} is missing from this download.`);
}

function altered(name: string): Refusal {
  return householdRefusal(
    'download-altered',
    `The file ${name} in this download has been altered or damaged.`,
  );
}
