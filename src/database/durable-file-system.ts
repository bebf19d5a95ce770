import { closeSync, fsyncSync, openSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of an open file of the WebAssembly runtime that leads to the real one. */
interface Stream {
  /** The descriptor in this process. */
  readonly nfd?: number;
}

interface MountedFolder {
  readonly stream_ops: { fsync?: (stream: Stream) => number };
}

/**
 * The embedded database's folder, with `fsync` reaching the disk: as it comes, PGlite never syncs a
 * file, and a power cut leaves a database that does not open. Leans on internals of PGlite 0.5.16;
 * `durability.test.ts` tells when another version does it differently.
 */
export class DurableFileSystem extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const preRun = [...(emscriptenOpts.preRun ?? [])];
    preRun.push((module) => {
      const mounted: MountedFolder = module.NODEFS;
      mounted.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) syncOrDie(stream.nfd);
        return 0;
      };
    });
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/**
 * How PostgreSQL starts so that a commit is on the disk before it is acknowledged.
 * `fdatasync`, its usual way, is an empty function in PGlite; `fsync` is not.
 */
export const DURABLE_START: NonNullable<PGliteOptions['startParams']> = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on', 'synchronous_commit=on'].flatMap(
    (setting) => ['-c', setting],
  ),
];

/** Makes the names in a folder lasting; Windows has no such call and needs none. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * After a failed sync nobody knows what the disk holds, and PostgreSQL's own answer, a panic, cannot
 * leave the WebAssembly it runs in. So the process ends here; the next start recovers what was
 * acknowledged.
 */
function syncOrDie(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The database could not be written to the disk: ${reason}\n`);
    process.exit(1);
  }
}
