import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Portable, Section, TakingIn } from '#kit/server/portable.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { toldWithPlace } from './archive-lines.ts';
import type { Archive } from './read-archive.ts';

/** What became of each file, by its name in the archive. */
export type Taken = ReadonlyMap<string, unknown>;

/** While one photo waits for the disk, the other is decoded. */
const AT_ONCE = 2;

/** Others upload too: so often, and so long, a file waits for its turn. */
const MOST_TRIES = 120;
const BETWEEN_TRIES_MS = 1_000;

/** Stores the files that rows name, before any row is. Each lies on the disk while it is dealt with. */
export async function takeFiles(
  archive: Archive,
  portables: readonly Portable[],
  { incoming, context }: { readonly incoming: string; readonly context: TakingIn },
): Promise<Taken> {
  await mkdir(incoming, { recursive: true });
  const taken = new Map<string, unknown>();
  const files = filesOf(archive, portables);
  let hasFailed = false;
  const worker = async () => {
    for (;;) {
      const next = await files.next();
      if (next.done || hasFailed) return;
      const { name, take, place } = next.value;
      const path = join(incoming, randomUUID());
      const copy = async () => {
        await rm(path, { force: true });
        const { content, ...facts } = await archive.open(name);
        await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        return take({ name, path, ...facts }, context);
      };
      try {
        taken.set(name, await patiently(copy));
      } catch (error) {
        hasFailed = true;
        throw refusalOf(error, place, name);
      } finally {
        await rm(path, { force: true });
      }
    }
  };
  const workers = Array.from({ length: AT_ONCE }, worker);
  // What the others have begun is stored before anything is taken back.
  const ended = await Promise.allSettled(workers);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return taken;
}

type Take = NonNullable<NonNullable<Section['restoring']>['files']>['takeIn'];

async function* filesOf(
  archive: Archive,
  portables: readonly Portable[],
): AsyncGenerator<{ name: string; take: Take; place: string }, void, undefined> {
  const lost = new Set(archive.manifest.missing);
  const seen = new Set<string>();
  for (const portable of portables) {
    for await (const { section, row, place } of archive.rows(portable)) {
      const files = section.restoring?.files;
      const name = files?.of(row);
      if (files === undefined || name === undefined || lost.has(name)) continue;
      if (seen.has(name)) throw new Refusal(400, `${place}: ${name} is there twice.`);
      seen.add(name);
      yield { name, take: files.takeIn, place };
    }
  }
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
    return new Refusal(400, `${place}: ${name} cannot be taken. ${error.message}`);
  }
  return toldWithPlace(error, place);
}
