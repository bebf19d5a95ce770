import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Portable } from '#kit/server/portable.ts';
import { openZip, type ZipReader, ZipRefused } from '#kit/server/zip.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import {
  FORMAT_VERSION,
  fileOf,
  MANIFEST,
  type Manifest,
  manifest,
  README,
} from './archive-format.ts';
import { type ArchivedRow, rowsIn } from './archive-lines.ts';

const MOST_ENTRIES = 250_000;

/** Rows become far smaller when they are packed, photos do not: what grows beyond this is a bomb. */
const MOST_BYTES_OF_ROWS = 1024 ** 3;

const MOST_MANIFEST_BYTES = 100 * 1024 ** 2;

/** An archive of which everything has been verified. */
export interface Archive {
  readonly manifest: Manifest;
  rows(portable: Portable): AsyncIterable<ArchivedRow>;
  /** The bytes of a file, with what the manifest says of it. */
  open(
    name: string,
  ): Promise<{ content: AsyncIterable<Uint8Array>; bytes: number; sha256: string }>;
  close(): Promise<void>;
}

/**
 * Opens an archive and verifies that it is whole: the files of the manifest and no others, each with
 * its length and checksum, and every line what it should be. Refuses with 400 in sentences.
 */
export async function openArchive(path: string, portables: readonly Portable[]): Promise<Archive> {
  const zip = await refusing(async () => openZip(path, await limitsFor(path)));
  try {
    const contents = await manifestOf(zip);
    const listed = new Map(contents.files.map((file) => [file.name, file]));
    refuseOtherFiles(zip, contents, portables);
    for (const { name, sha256 } of contents.files) await refuseOtherBytes(zip, name, sha256);
    const archive: Archive = {
      manifest: contents,
      rows: (portable) => rowsOf(zip, portable),
      async open(name) {
        const file = listed.get(name);
        if (file === undefined) throw notThere(name);
        return { content: await zip.read(name), bytes: file.bytes, sha256: file.sha256 };
      },
      close: () => zip.close(),
    };
    await refuseWrongLines(archive, portables);
    return archive;
  } catch (error) {
    await zip.close();
    throw asRefusal(error);
  }
}

async function limitsFor(path: string) {
  const { size } = await stat(path);
  return { mostEntries: MOST_ENTRIES, mostBytes: MOST_BYTES_OF_ROWS + 2 * size };
}

async function* rowsOf(zip: ZipReader, portable: Portable): AsyncGenerator<ArchivedRow> {
  yield* rowsIn(await zip.read(fileOf(portable)), portable);
}

async function manifestOf(zip: ZipReader): Promise<Manifest> {
  const entry = zip.entries.find(({ name }) => name === MANIFEST);
  if (entry === undefined) throw notOurs();
  if (entry.bytes > MOST_MANIFEST_BYTES) throw new Refusal(400, `${MANIFEST} is too long.`);
  const text = (await buffer(await zip.read(MANIFEST))).toString();
  const read = manifest.safeParse(jsonOf(text));
  if (!read.success) throw notOurs();
  if (read.data.formatVersion > FORMAT_VERSION) {
    throw new Refusal(
      400,
      'This download was made by a newer version of this product. Please update this server first.',
    );
  }
  if (read.data.formatVersion < FORMAT_VERSION) {
    throw new Refusal(400, 'This download is of an old version that is not known here any more.');
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

function refuseOtherFiles(
  zip: ZipReader,
  { files }: Manifest,
  portables: readonly Portable[],
): void {
  const present = new Map(zip.entries.map(({ name, bytes }) => [name, bytes]));
  const listed = new Set(files.map(({ name }) => name));
  for (const name of [README, ...portables.map(fileOf)]) {
    if (!listed.has(name)) throw notThere(name);
  }
  for (const { name, bytes } of files) {
    const found = present.get(name);
    if (found === undefined) throw notThere(name);
    if (found !== bytes) throw altered(name);
  }
  for (const name of present.keys()) {
    if (name !== MANIFEST && !listed.has(name)) {
      throw new Refusal(400, `The file ${name} does not belong into this download.`);
    }
  }
}

async function refuseOtherBytes(zip: ZipReader, name: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of await zip.read(name)) hash.update(chunk);
  if (hash.digest('hex') !== sha256) throw altered(name);
}

/** Also that every file which a row names is there, or known to be lost. */
async function refuseWrongLines(archive: Archive, portables: readonly Portable[]): Promise<void> {
  const { files, missing } = archive.manifest;
  const known = new Set([...files.map(({ name }) => name), ...missing]);
  for (const portable of portables) {
    for await (const { section, row } of archive.rows(portable)) {
      const named = section.restoring?.files?.of(row);
      if (named !== undefined && !known.has(named)) throw notThere(named);
    }
  }
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asRefusal(error);
  }
}

/** What the reader of zip files says is a sentence for a person already. */
function asRefusal(error: unknown): unknown {
  return error instanceof ZipRefused ? new Refusal(400, error.message, { cause: error }) : error;
}

function notOurs(): Refusal {
  return new Refusal(400, 'This is no download of a household. Please choose the zip file itself.');
}

function notThere(name: string): Refusal {
  return new Refusal(400, `The file ${name} is missing from this download.`);
}

function altered(name: string): Refusal {
  return new Refusal(400, `The file ${name} in this download has been altered or damaged.`);
}
