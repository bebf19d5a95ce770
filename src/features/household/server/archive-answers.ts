import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MessagePort } from 'node:worker_threads';
import type { FileToTake, Portable, Row } from '#platform/server/archive/portable.ts';
import { answerThrough } from '#platform/server/jobs/worker-protocol.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import { type OpenArchive, openArchive } from './read-archive.ts';

/** An archive on disk that a worker opens. */
export interface ArchiveToRead {
  readonly path: string;
  readonly limits: HouseholdLimits;
  /** The worker's end of the message channel. */
  readonly port: MessagePort;
}

/** Requests to the worker: `open` first, then one batch after the other. */
export type ArchiveQuestion =
  | { readonly ask: 'open' }
  | { readonly ask: 'batch' }
  /** Writes the file `name` of the archive to the path `to`. */
  | { readonly ask: 'file'; readonly name: string; readonly to: string };

export type FileFacts = Omit<FileToTake, 'path'>;

/** A verified row with its location for error messages, and the file that it references. */
export interface BatchedRow {
  readonly row: Row;
  readonly place: string;
  readonly file?: FileFacts | undefined;
}

/** Rows of one section, in order. */
export interface Batch {
  readonly part: string;
  readonly section: string;
  readonly rows: readonly BatchedRow[];
}

export interface ArchiveAnswer {
  /** Answer to `open`: number of files that were missing when the archive was made. */
  readonly lostFiles?: number;
  /** Answer to `batch`: undefined after the last one. */
  readonly batch?: Batch | undefined;
}

/** Maximum size of a batch, in characters of the archive's text. */
const MAX_CHARACTERS = 256 * 1024;
const MAX_ROWS = 500;

/**
 * The worker's main function: unpacks, hashes and parses the archive, so that the server thread
 * does not.
 */
export async function answerForArchive(
  { path, limits, port }: ArchiveToRead,
  parts: readonly Portable[],
): Promise<void> {
  let archive: OpenArchive | undefined;
  let batches: AsyncGenerator<Batch, void, undefined> | undefined;
  const opened = () => {
    if (archive === undefined) throw new Error('the archive has not been opened');
    return archive;
  };
  try {
    await answerThrough<ArchiveQuestion, ArchiveAnswer>(port, async (question) => {
      if (question.ask === 'open') {
        archive = await openArchive(path, parts, limits);
        return { lostFiles: archive.manifest.missing.length };
      }
      if (question.ask === 'file') {
        await unpack(opened(), question.name, question.to);
        return {};
      }
      batches ??= batchesOf(opened(), parts);
      return { batch: (await batches.next()).value ?? undefined };
    });
  } finally {
    await archive?.close();
  }
}

async function unpack(archive: OpenArchive, name: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await pipeline(await archive.open(name), createWriteStream(to, { flags: 'wx', mode: 0o600 }));
}

async function* batchesOf(
  archive: OpenArchive,
  parts: readonly Portable[],
): AsyncGenerator<Batch, void, undefined> {
  for (const part of parts) {
    let open = new OpenBatch(part.name, '');
    for await (const { row, length, section } of storedRows(archive, part)) {
      if (!open.hasRoomFor(section, length)) {
        if (open.rows.length > 0) yield open;
        open = new OpenBatch(part.name, section);
      }
      open.add(row, length);
    }
    if (open.rows.length > 0) yield open;
  }
}

/** A batch that is still being filled. */
class OpenBatch implements Batch {
  readonly part: string;
  readonly section: string;
  readonly rows: BatchedRow[] = [];
  #characters = 0;

  constructor(part: string, section: string) {
    this.part = part;
    this.section = section;
  }

  hasRoomFor(section: string, characters: number): boolean {
    if (section !== this.section || this.rows.length >= MAX_ROWS) return false;
    return this.rows.length === 0 || this.#characters + characters <= MAX_CHARACTERS;
  }

  add(row: BatchedRow, characters: number): void {
    this.rows.push(row);
    this.#characters += characters;
  }
}

interface StoredRow {
  readonly section: string;
  readonly row: BatchedRow;
  readonly length: number;
}

/** Yields the rows to import, except those whose file was missing in the export. */
async function* storedRows(
  archive: OpenArchive,
  part: Portable,
): AsyncGenerator<StoredRow, void, undefined> {
  for await (const { section, row, place, length } of archive.rows(part)) {
    const { name, restoring } = section;
    if (restoring === undefined) continue;
    const named = restoring.files?.of(row);
    const file = named === undefined ? undefined : archive.fileOf(named);
    if (named !== undefined && file === undefined) continue;
    yield { section: name, row: { row, place, file }, length };
  }
}
