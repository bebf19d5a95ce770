import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
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

/** The longest delay of a timer of Node: a longer one fires after 1 ms, again and again. */
const MAX_TIMER_MS = 2 ** 31 - 1;

type SetTimer = (which: number, delayMs: number) => number;

type Instantiate = (imports: Record<string, Record<string, unknown>>, done: unknown) => unknown;

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
    const instantiateWasm = withCappedTimers(emscriptenOpts.instantiateWasm);
    return { emscriptenOpts: { ...emscriptenOpts, preRun, instantiateWasm } };
  }
}

/**
 * PostgreSQL arms a timer by the wall clock: when that goes back by more than 24.8 days, the delay is
 * longer than Node allows. A capped timer fires early, and PostgreSQL arms it again.
 */
function withCappedTimers(instantiate: Instantiate): Instantiate {
  return (imports, done) => {
    const { env } = imports;
    const setTimer = env?._setitimer_js;
    if (env === undefined || typeof setTimer !== 'function') {
      throw new Error('this version of PGlite sets its timers in another way');
    }
    const inner = setTimer as SetTimer;
    const capped: SetTimer = (which, delayMs) => inner(which, Math.min(delayMs, MAX_TIMER_MS));
    env._setitimer_js = capped;
    return instantiate(imports, done);
  };
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
 * leave the WebAssembly it runs in. So the thread ends here, and the process with it (`EngineThread`);
 * the next start recovers what was acknowledged.
 */
function syncOrDie(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // At once: what a worker thread writes otherwise comes too late.
    writeSync(2, `The database could not be written to the disk: ${reason}\n`);
    process.exit(1);
  }
}
