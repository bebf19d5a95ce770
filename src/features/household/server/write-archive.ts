import type { Writable } from 'node:stream';
import type { ArchivedFile, Portable, Reading } from '#platform/server/archive/portable.ts';
import { Numbers } from '#platform/server/archive/portable-ids.ts';
import { type ZipWriter, zipTo } from '#platform/server/archive/zip.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import {
  CLOSING,
  FIXED_TIME,
  FORMAT,
  FORMAT_VERSION,
  fileOf,
  MANIFEST,
  type Manifest,
  opening,
  READ_ME,
  README,
  turning,
} from './archive-format.ts';

export interface ArchiveParts {
  readonly store: FileStore;
  readonly portables: readonly Portable[];
  readonly productVersion: string;
  readonly accountId: string;
  readonly now: Date;
  /** Reads one page in a separate transaction. */
  readonly read: Reading['read'];
}

/** Lines are written in chunks of this size. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Writes the household's archive and ends `output`. Each page of rows is read in a separate
 * transaction, so concurrent changes may or may not be included. The files are written after the
 * rows.
 */
export async function writeArchive(output: Writable, parts: ArchiveParts): Promise<void> {
  const { accountId, read } = parts;
  const zip = zipTo(output);
  const writing: Writing = { zip, files: [], counts: {}, wanted: [], missing: [] };
  const reading: Reading = { accountId, numbers: new Numbers(), read };
  await add(writing, README, READ_ME, false);
  for (const portable of parts.portables) {
    await add(writing, fileOf(portable), chunksOf(linesOf(portable, reading, writing)), false);
  }
  for (const { name, kept } of writing.wanted) {
    const content = await parts.store.open(`${accountId}/${kept}`);
    if (content === undefined) writing.missing.push(name);
    else await add(writing, name, content, true);
  }
  const { files, counts, missing } = writing;
  const contents: Manifest = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    productVersion: parts.productVersion,
    exportedAt: parts.now.toISOString(),
    counts,
    files,
    missing,
  };
  await zip.add(MANIFEST, `${JSON.stringify(contents, null, 1)}\n`, { at: FIXED_TIME });
  await zip.end();
}

interface Writing {
  readonly zip: ZipWriter;
  readonly files: Manifest['files'];
  readonly counts: Record<string, number>;
  /** Files that rows reference; written after all rows. */
  readonly wanted: ArchivedFile[];
  readonly missing: string[];
}

async function add(
  { zip, files }: Writing,
  name: string,
  content: Parameters<ZipWriter['add']>[1],
  isPacked: boolean,
): Promise<void> {
  files.push({ name, ...(await zip.add(name, content, { isPacked, at: FIXED_TIME })) });
}

async function* linesOf(
  portable: Portable,
  reading: Reading,
  writing: Writing,
): AsyncGenerator<string, void, undefined> {
  for (const [place, { name, rows }] of portable.sections.entries()) {
    yield place === 0 ? opening(portable, name) : turning(name);
    let count = 0;
    let held: string | undefined;
    for await (const { row, file } of rows(reading)) {
      if (held !== undefined) yield `${held},`;
      held = JSON.stringify(row);
      count += 1;
      if (file !== undefined) writing.wanted.push(file);
    }
    if (held !== undefined) yield held;
    writing.counts[name] = count;
  }
  yield CLOSING;
}

async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
