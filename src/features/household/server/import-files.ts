import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Section, TakingIn } from '#platform/server/archive/portable.ts';
import { LineRefused } from '#platform/server/archive/portable-fields.ts';
import { ensureFreeSpace } from '#platform/server/storage/temp-files.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import { householdRefusal } from '../refusals.ts';
import type { BatchedRow } from './archive-answers.ts';
import type { Archive } from './archive-reader.ts';

/** The result for each file, by its name in the archive. */
export type Taken = ReadonlyMap<string, unknown>;

export interface TakingParts {
  readonly archive: Archive;
  /** Directory for files during processing, and the bytes of its disk that must remain free. */
  readonly incoming: string;
  readonly reserveBytes: number;
  readonly context: TakingIn;
}

/**
 * Number of files processed concurrently: one photo is decoded while the other waits for the disk.
 */
const AT_ONCE = 2;

/**
 * Space for one photo as a multiple of its size: the temporary copy, the stored original and the
 * resized versions.
 */
const ROOM_FOR_ONE = 3;

/**
 * Maximum number of tries for a file, and the interval between them, while other uploads use the
 * server.
 */
const MAX_TRIES = 120;
const BETWEEN_TRIES_MS = SECOND_MS;

/** Stores the files that these rows reference; must run before the rows are stored. */
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
  // Waits for the other files before the error starts the cleanup.
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return taken;
}

/** Retries while the server is busy with other uploads. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Refusal && error.status === 503;
      if (!isBusy || tries === MAX_TRIES) throw error;
      await sleep(BETWEEN_TRIES_MS);
    }
  }
}

/** Converts the refusal of a picture into one that contains the file name. */
function refusalOf(error: unknown, place: string, name: string): unknown {
  if (error instanceof Refusal && error.status < 500) {
    return householdRefusal(
      'wrong-picture-in-download',
      `${place}: ${name} cannot be taken. ${error.message}`,
    );
  }
  return addLocation(error, place);
}

/** Adds the location to a feature's error about a line. */
export function addLocation(error: unknown, place: string): unknown {
  return error instanceof LineRefused
    ? householdRefusal('wrong-line-in-download', `${place}: ${error.message}.`)
    : error;
}
