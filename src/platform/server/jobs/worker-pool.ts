import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { ALL_CORES_BUT_ONE } from './semaphore.ts';
import { type Talk, talkThrough } from './worker-protocol.ts';

interface Limits {
  /** Time limit of a task in milliseconds, without the time for starting a new thread. */
  readonly withinMs: number;
  /** Maximum heap of a thread, in MB. */
  readonly memoryMb: number;
}

/** Maximum time for starting a thread, which first loads its libraries; in milliseconds. */
const MAX_START_MS = 5_000;

/**
 * Size of the young generation in MB. A small young generation is collected early; with V8's
 * default a thread would use up to 48 MB.
 */
const YOUNG_MB = 16;

/** Threads end after this idle time and release their memory. */
const IDLE_MS = 30_000;

/**
 * Pool of worker threads for work whose amount external input determines, so that it never blocks
 * the main thread. A task that exceeds the time or memory limit is killed with its thread, and its
 * promise rejects. Callers limit concurrency themselves (`limitConcurrency`). `worker` names the
 * file with the function `work`; in a bundle it names an entry in the folder of `place`.
 */
export class WorkerPool<Task, Result> {
  readonly #limits: Limits;
  readonly #file: URL;
  #threads: Piscina<Task, Result> | undefined;

  constructor(worker: string, place: string, limits: Limits) {
    const isBuilt = !place.endsWith('.ts');
    this.#file = new URL(`./${worker}.${isBuilt ? 'js' : 'ts'}`, place);
    this.#limits = limits;
  }

  async run(task: Task): Promise<Result> {
    this.#threads ??= this.#start();
    const startMs = this.#threads.threads.length === 0 ? MAX_START_MS : 0;
    const signal = AbortSignal.timeout(this.#limits.withinMs + startMs);
    return this.#threads.run(task, { signal });
  }

  /**
   * Starts a task of unknown duration, such as one that waits for requests: only the time in which
   * its thread sends no message is limited. The task receives a `port` through which `work`
   * answers.
   */
  talk<Question, Answer>(task: Omit<Task, 'port'>): Talk<Question, Answer> {
    this.#threads ??= this.#start();
    const { port1, port2 } = new MessageChannel();
    const killing = new AbortController();
    // The cast is safe: the task of `work` is the given task plus the port.
    const whole = { ...task, port: port2 } as Task;
    const running = this.#threads.run(whole, { signal: killing.signal, transferList: [port2] });
    const longestSilenceMs = this.#limits.withinMs + MAX_START_MS;
    return talkThrough(port1, running, { longestSilenceMs, kill: () => killing.abort() });
  }

  /**
   * Creates the thread pool with the first task, because few servers need it soon after the start.
   */
  #start(): Piscina<Task, Result> {
    return new Piscina<Task, Result>({
      filename: this.#file.href,
      name: 'work',
      minThreads: 0,
      maxThreads: ALL_CORES_BUT_ONE,
      idleTimeout: IDLE_MS,
      resourceLimits: {
        maxOldGenerationSizeMb: this.#limits.memoryMb,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
      // In development the worker is TypeScript and needs a loader.
      ...(this.#file.pathname.endsWith('.ts') ? { execArgv: ['--import', 'tsx'] } : {}),
      env: {},
    });
  }
}
