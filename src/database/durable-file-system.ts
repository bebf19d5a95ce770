import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** An open file of the WebAssembly runtime, with only the field that refers to the real file. */
interface Stream {
  /** File descriptor in this process. */
  readonly nfd?: number;
}

interface MountedFolder {
  readonly stream_ops: { fsync?: (stream: Stream) => number };
}

/** Maximum delay of a Node timer. With a longer one, Node fires after 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

type SetTimer = (which: number, delayMs: number) => number;

type Instantiate = (imports: Record<string, Record<string, unknown>>, done: unknown) => unknown;

/**
 * Folder of the embedded database with a working `fsync`. PGlite itself never syncs a file, so the
 * database may not open after a power cut. Depends on internals of PGlite 0.5.16;
 * `durability.test.ts` fails if another version differs.
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
 * Caps the delays of PostgreSQL's timers, which it computes from the wall clock. If the clock goes
 * back by more than 24.8 days, a delay exceeds the maximum of Node. A capped timer fires early, and
 * PostgreSQL then sets it again.
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
 * Start parameters with which a commit is durable before it is acknowledged. The default sync
 * method `fdatasync` is an empty function in PGlite; `fsync` is not.
 */
export const DURABLE_START: NonNullable<PGliteOptions['startParams']> = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on', 'synchronous_commit=on'].flatMap(
    (setting) => ['-c', setting],
  ),
];

/** Syncs the directory entries of a folder. Windows has no such call and does not need it. */
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
 * Syncs a file, or ends the process: after a failed sync the state of the disk is unknown.
 * PostgreSQL would panic, but a panic cannot leave its WebAssembly. So this thread exits, and with
 * it the process (`EngineThread`); the next start recovers all acknowledged commits.
 */
function syncOrDie(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Written synchronously, because other output of a worker thread would be lost at the exit.
    writeSync(2, `The database could not be written to the disk: ${reason}\n`);
    process.exit(1);
  }
}
