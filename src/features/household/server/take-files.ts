import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Section, TakingIn } from '#kit/server/archive/portable.ts';
import { LineRefused } from '#kit/server/archive/portable-fields.ts';
import { ensureFreeSpace } from '#kit/server/storage/temp-files.ts';
import { SECOND_MS } from '#kit/shared/durations.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { householdRefusal } from '../refusals.ts';
import type { BatchedRow } from './archive-answers.ts';
import type { Archive } from './archive-talk.ts';

/** What became of each file, by its name in the archive. */
export type Taken = ReadonlyMap<string, unknown>;

export interface TakingParts {
  readonly archive: Archive;
  /** Where files lie while they are dealt with, and what is left free of its disk. */
  readonly incoming: string;
  readonly reserveBytes: number;
  readonly context: TakingIn;
}

/** While one photo waits for the disk, the other is decoded. */
const AT_ONCE = 2;

/** A photo lies there as it came, is kept as it came, and is made in smaller sizes. */
const ROOM_FOR_ONE = 3;

/** Others upload too: so often, and so long, a file waits for its turn. */
const MOST_TRIES = 120;
const BETWEEN_TRIES_MS = SECOND_MS;

/** Stores the files that these rows name, before the rows are. */
export async function takeFiles(
  section: Section,
  rows: readonly BatchedRow[],
  parts: TakingParts,
): Promise<Taken> {
  const taken = new Map<string, unknown>();
  const files = section.restoring?.files;
  if (files === undefined) return taken;
  await mkdir(parts.incoming, { recursive: true });
  const left = rows.values();
  let hasFailed = false;
  const take = async () => {
    for (const { file, place } of left) {
      if (hasFailed) return;
      if (file === undefined) continue;
      const path = join(parts.incoming, randomUUID());
      const copy = async () => {
        await ensureFreeSpace(parts.incoming, parts.reserveBytes + ROOM_FOR_ONE * file.bytes);
        await parts.archive.unpack(file.name, path);
        return files.takeIn({ ...file, path }, parts.context);
      };
      try {
        taken.set(file.name, await patiently(copy));
      } catch (error) {
        hasFailed = true;
        throw refusalOf(error, place, file.name);
      } finally {
        await rm(path, { force: true });
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, take));
  // What the others have begun is stored before anything is taken back.
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return taken;
}

/** Tries again while others are before it. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Refusal && error.status === 503;
      if (!isBusy || tries === MOST_TRIES) throw error;
      await sleep(BETWEEN_TRIES_MS);
    }
  }
}

/** What is said of an uploaded picture is said here of the file. */
function refusalOf(error: unknown, place: string, name: string): unknown {
  if (error instanceof Refusal && error.status < 500) {
    return householdRefusal(
      'wrong-picture-in-download',
      `${place}: ${name} cannot be taken. ${error.message}`,
    );
  }
  return toldWithPlace(error, place);
}

/** What a feature says of a line is told with its place. */
export function toldWithPlace(error: unknown, place: string): unknown {
  return error instanceof LineRefused
    ? householdRefusal('wrong-line-in-download', `${place}: ${error.message}.`)
    : error;
}
