import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MessagePort } from 'node:worker_threads';
import type { FileToTake, Portable, Row } from '#kit/server/archive/portable.ts';
import { answerThrough } from '#kit/server/jobs/worker-protocol.ts';
import type { HouseholdLimits } from '#kit/shared/limits.ts';
import { type OpenArchive, openArchive } from './read-archive.ts';

/** An archive that lies on the disk, to be opened by a worker. */
export interface ArchiveToRead {
  readonly path: string;
  readonly limits: HouseholdLimits;
  /** The worker's end of the line. */
  readonly port: MessagePort;
}

/** What the server asks the worker for: `open` first, then one batch after the other. */
export type ArchiveQuestion =
  | { readonly ask: 'open' }
  | { readonly ask: 'batch' }
  /** Puts the bytes of a file there. */
  | { readonly ask: 'file'; readonly name: string; readonly to: string };

export type FileFacts = Omit<FileToTake, 'path'>;

/** A verified row, with what a person finds it by and the file that it names. */
export interface BatchedRow {
  readonly row: Row;
  readonly place: string;
  readonly file?: FileFacts | undefined;
}

/** Rows of one section, in their order. */
export interface Batch {
  readonly part: string;
  readonly section: string;
  readonly rows: readonly BatchedRow[];
}

export interface ArchiveAnswer {
  /** To `open`: files that were lost when it was made. */
  readonly lostFiles?: number;
  /** To `batch`: absent when there is no other. */
  readonly batch?: Batch | undefined;
}

/** So much of the archive's text is on its way to the server at a time. */
const MOST_CHARACTERS = 256 * 1024;
const MOST_ROWS = 500;

/** What a worker does: everything of an archive that is unpacked, hashed and parsed is so here. */
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

/** A batch to which rows are still added. */
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
    if (section !== this.section || this.rows.length >= MOST_ROWS) return false;
    return this.rows.length === 0 || this.#characters + characters <= MOST_CHARACTERS;
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

/** Rows that are brought in, without those whose file was lost: they cannot come back. */
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
