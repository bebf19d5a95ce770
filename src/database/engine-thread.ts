import { Worker } from 'node:worker_threads';
import type { Results } from '@electric-sql/pglite';
import type { Engine, EngineTransaction, QueryOptions } from './engine.ts';
import { type Answered, type EngineRequest, errorOf, type Question } from './engine-protocol.ts';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * Runs the embedded database in a worker thread, so that a long statement does not block the
 * server. If the worker ends unexpectedly, the process exits, because the state of the disk is
 * unknown.
 */
export class EngineThread implements Engine {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #lastTransaction = 0;
  closed = false;

  /**
   * Starts the worker and opens a folder durably in it. Rejects in the same cases as `openFolder`.
   */
  static async open(folder: string): Promise<EngineThread> {
    const thread = new EngineThread();
    try {
      await thread.#ask({ kind: 'open', folder });
      return thread;
    } catch (error) {
      await thread.#stop();
      throw error;
    }
  }

  private constructor() {
    this.#worker = startWorker();
    // Unreferenced, so that the worker does not keep the process alive. `#ask` references it while
    // a request is pending.
    this.#worker.unref();
    this.#worker.on('message', (answered: Answered) => this.#hear(answered));
    this.#worker.on('error', (error) => this.#endProcess(error.message));
    this.#worker.on('exit', (code) => this.#endProcess(`its thread ended with ${code}`));
  }

  async transaction<T>(work: (transaction: EngineTransaction) => Promise<T>): Promise<T> {
    this.#lastTransaction += 1;
    const transaction = this.#lastTransaction;
    // Not awaited, because the worker handles messages in the order in which they are sent.
    const begun = this.#ask({ kind: 'begin', transaction });
    begun.catch(() => undefined);
    const end = async (isKept: boolean) => {
      await this.#ask({ kind: 'end', transaction, isKept });
    };
    const query = async <Row>(text: string, values?: unknown[], options?: QueryOptions) =>
      // The cast trusts the caller, which declares the row type of its statement.
      (await this.#ask({ kind: 'query', transaction, text, values, ...options })) as Results<Row>;
    let result: T;
    try {
      result = await work({ query });
    } catch (error) {
      await end(false).catch(() => undefined);
      throw error;
    }
    await end(true);
    return result;
  }

  query(text: string): Promise<unknown> {
    return this.#ask({ kind: 'query', text });
  }

  async close(): Promise<void> {
    await this.#ask({ kind: 'close' });
    await this.#stop();
  }

  async #stop(): Promise<void> {
    this.closed = true;
    await this.#worker.terminate();
  }

  #ask(question: Question): Promise<unknown> {
    if (this.closed) return Promise.reject(new Error('The database is closed.'));
    this.#lastId += 1;
    const asked: EngineRequest = { id: this.#lastId, question };
    return new Promise((resolve, reject) => {
      this.#worker.postMessage(asked);
      this.#waiting.set(asked.id, { resolve, reject });
      this.#worker.ref();
    });
  }

  #hear({ id, answer, failure }: Answered): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (failure) waiting?.reject(errorOf(failure));
    else waiting?.resolve(answer);
  }

  #endProcess(reason: string): void {
    if (this.closed) return;
    this.closed = true;
    process.stderr.write(`The database has stopped: ${reason}\n`);
    process.exit(1);
  }
}

/** Limit of the young generation; with V8's default, a thread retains up to 48 MB of garbage. */
const LIMITS = { maxYoungGenerationSizeMb: 16 };

/** Starts the bundled program in a build, otherwise the source under tsx. */
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./engine-worker.js', import.meta.url), { resourceLimits: LIMITS });
  }
  const { href } = new URL('./engine-worker.ts', import.meta.url);
  const program = `import('tsx/esm/api').then(({ register }) => {
    register();
    return import('${href}');
  })`;
  return new Worker(program, { eval: true, execArgv: [], resourceLimits: LIMITS });
}
