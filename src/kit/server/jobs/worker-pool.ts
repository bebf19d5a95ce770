import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { ALL_CORES_BUT_ONE } from './semaphore.ts';
import { type Talk, talkThrough } from './worker-protocol.ts';

interface Limits {
  /** From being handed in to its end, in milliseconds; where no thread is there, its start comes on top. */
  readonly withinMs: number;
  /** Of a thread's heap. */
  readonly memoryMb: number;
}

/** A new thread loads its libraries first. */
const LONGEST_START_MS = 5_000;

/** What has just been made is collected early: a thread otherwise holds up to 48 MB of it. */
const YOUNG_MB = 16;

/** Threads that nothing was asked of for so long end, and give their memory back. */
const IDLE_MS = 30_000;

/**
 * A pool of worker threads for work whose size somebody outside decides: nothing of it is done in the
 * server's own thread, which everybody's answers come from. What takes too long or too much
 * memory is killed with its thread, and rejects. Whoever asks takes turns before (`limitConcurrency`).
 * `worker` is the file whose `work` does it, the name of a bundle's entry beside `place`.
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
    const startMs = this.#threads.threads.length === 0 ? LONGEST_START_MS : 0;
    const signal = AbortSignal.timeout(this.#limits.withinMs + startMs);
    return this.#threads.run(task, { signal });
  }

  /**
   * A task whose length is nobody's fault, such as one that waits for others: the limit of time is how
   * long its thread may be silent. The task gets a `port`, through which its `work` answers.
   */
  talk<Question, Answer>(task: Omit<Task, 'port'>): Talk<Question, Answer> {
    this.#threads ??= this.#start();
    const { port1, port2 } = new MessageChannel();
    const killing = new AbortController();
    // What `work` is given is the task with its end of the line.
    const whole = { ...task, port: port2 } as Task;
    const running = this.#threads.run(whole, { signal: killing.signal, transferList: [port2] });
    const longestSilenceMs = this.#limits.withinMs + LONGEST_START_MS;
    return talkThrough(port1, running, { longestSilenceMs, kill: () => killing.abort() });
  }

  /** The first task starts it: few servers are asked for it soon. */
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
      // The sources are TypeScript; what is built needs no help.
      ...(this.#file.pathname.endsWith('.ts') ? { execArgv: ['--import', 'tsx'] } : {}),
      env: {},
    });
  }
}
