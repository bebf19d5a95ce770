import type { FastifyInstance } from 'fastify';
import type { Database } from '#database/connect.ts';
import {
  type Again,
  type Feature,
  type JobContext,
  type JobQueue,
  PASSED,
  type ScheduledJob,
} from '#platform/server/feature.ts';
import { backoff } from '#platform/shared/backoff.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import {
  acquireLease,
  LEASE_MS,
  passLease,
  releaseLease,
  resetJobs,
  shareLease,
} from './leases.ts';
import { claim, holding, type Job, reasonOf, settle } from './queue.ts';
import { isolateItems } from './work-items.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs every job once, or the jobs with this name; rejects if one fails. */
    runJobs(name?: string): Promise<void>;
  }
}

type Parts = Omit<JobContext, 'each' | 'eachSet'>;

/** Jobs are claimed when at least this fraction (1/4) of the queue's concurrency is free. */
const MIN_CLAIM = 4;

/**
 * A job or queue as a loop: `once` does the work that is due, and returns the delay until the next
 * call in milliseconds.
 */
interface Looping {
  readonly name: string;
  readonly everyMs: number;
  /** Runs the job immediately, without acquiring its lease. */
  now(): Promise<void>;
  once(): Promise<number>;
  atEnd?(): Promise<void>;
}

/**
 * Starts the scheduler of recurring jobs and job queues. Each job runs soon after the start, never
 * twice at once in this process, and again after a failure, which is logged and recorded. A closing
 * server waits for running jobs.
 */
export function startJobs(
  server: FastifyInstance,
  features: readonly Feature[],
  given: Omit<JobContext, 'log' | 'each' | 'eachSet'>,
): void {
  const parts = { ...given, log: server.log };
  const jobs = features.flatMap((feature) => feature.jobs ?? []);
  const all = jobs.map((job) =>
    'kind' in job ? queueOf(job, lanesBeside(job, jobs), parts) : turnsOf(job, parts),
  );
  const going = all.map((job) => loop(job, parts));
  server.decorate('runJobs', async (name?: string) => {
    for (const job of all) if (name === undefined || job.name === name) await job.now();
  });
  server.addHook('onReady', async () => {
    const alone = jobs.filter((job) => !('kind' in job) && isAlone(job, parts.database));
    await resetJobs(
      parts.database,
      alone.map(({ name }) => name),
    ).catch((error: unknown) => {
      parts.log.error({ err: error }, 'stale leases not released: waiting for them to expire');
    });
  });
  server.addHook('onListen', async () => {
    for (const { begin } of going) begin();
  });
  server.addHook('onClose', async () => {
    await Promise.all(going.map(({ end }) => end()));
  });
}

/** Random delay of the first run (jitter), so that jobs do not all start at once. */
const firstDelay = (everyMs: number) => Math.random() * Math.min(everyMs, 2000);

function loop(job: Looping, parts: Parts) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  let ended = false;

  const next = (delay: number) => {
    timer = setTimeout(async () => {
      const once = job.once().catch((error: unknown) => {
        parts.log.error({ err: error }, `job ${job.name} failed`);
        return Math.min(job.everyMs, 5 * SECOND_MS);
      });
      running = once;
      const wait = await once;
      if (!ended) next(wait);
    }, delay);
    timer.unref();
  };
  return {
    begin: () => next(firstDelay(job.everyMs)),
    async end() {
      ended = true;
      clearTimeout(timer);
      await running;
      await job.atEnd?.().catch((error: unknown) => {
        parts.log.error({ err: error }, `job ${job.name} failed`);
      });
    },
  };
}

/**
 * True if the job needs no lease: an embedded database is used by only one process, and `ofProcess`
 * jobs run in every process.
 */
function isAlone(job: ScheduledJob, { kind }: Database): boolean {
  return kind === 'embedded' || job.ofProcess === true;
}

/** Creates the loop of a recurring job. Only the server that holds the lease of the job runs it. */
function turnsOf(job: ScheduledJob, parts: Parts): Looping {
  const { name, everyMs } = job;
  const { database, log } = parts;
  const isolated = (always: boolean) => ({ ...parts, ...isolateItems({ name, always }, parts) });
  const round = async (lease?: string) => {
    const parts = isolated(job.triesEachRound === true);
    return job.run(lease === undefined ? parts : { ...parts, share: () => shared(lease) });
  };
  const goesAlone = isAlone(job, database);
  let failures = 0;

  /** Records the outcome of a run; returns the delay until the next one. */
  async function ended(lease: string | undefined, error?: unknown): Promise<number> {
    const hasFailed = error !== undefined;
    const isNoted = failures > 0;
    failures = hasFailed ? failures + 1 : 0;
    const afterFailure = job.retryMs ?? backoff(failures, 5 * SECOND_MS, everyMs);
    const nextMs = hasFailed ? afterFailure : everyMs;
    const reason = hasFailed ? reasonOf(error) : undefined;
    if (lease !== undefined || hasFailed || isNoted) {
      await releaseLease(database, name, { lease, nextMs, failures, reason });
    }
    return nextMs;
  }
  /**
   * Releases the lease for other servers. If this fails, they join later, after the lease has
   * expired.
   */
  const shared = (lease: string) =>
    shareLease(database, lease).catch((error: unknown) => {
      log.error({ err: error }, `lease of job ${name} not shared`);
    });
  async function taken(lease: string | undefined): Promise<number> {
    const isRenewed = lease !== undefined && job.mayOverlap !== true;
    try {
      const outcome = await (isRenewed ? holding(database, lease, round, LEASE_MS) : round(lease));
      if (outcome !== PASSED) return await ended(lease);
      if (lease !== undefined) await passLease(database, lease);
      return everyMs;
    } catch (error) {
      log.error({ err: error }, `job ${name} failed`);
      return ended(lease, error ?? 'unknown');
    }
  }
  return {
    name,
    everyMs,
    now: async () => void (await job.run(isolated(true))),
    async once() {
      if (goesAlone) return taken(undefined);
      const turn = await acquireLease(database, name, everyMs);
      if ('lease' in turn) return taken(turn.lease);
      // Checks again before the job is due, because the server with the lease may have crashed by
      // then.
      return Math.min(turn.waitMs, everyMs / 4);
    },
    ...(job.alsoAtEnd && { atEnd: async () => void (await round()) }),
  };
}

/** Returns the lanes of this kind that have queues of their own. */
function lanesBeside({ kind }: JobQueue, all: readonly (ScheduledJob | JobQueue)[]): string[] {
  return all.flatMap((other) => ('kind' in other && other.kind === kind ? (other.lane ?? []) : []));
}

/**
 * Creates the loop of a job queue: it runs the jobs of a lane with limited concurrency (bulkhead).
 * A slow job blocks only its own slot.
 */
function queueOf(queue: JobQueue, except: readonly string[], parts: Parts): Looping {
  const { name, kind, lane, everyMs } = queue;
  const { database, log, now } = parts;
  const context = { ...parts, ...isolateItems({ name: kind, always: false }, parts) };
  const underWay = new Set<Promise<void>>();

  async function one(job: Job): Promise<void> {
    const again = await queue.run(job, context).catch((error: unknown): Again => {
      log.error({ err: error, key: job.key }, `job ${kind} failed`);
      return { at: new Date(now().getTime() + backoff(job.attempts)), reason: reasonOf(error) };
    });
    await database.asSystem((db) => settle(db, job, again));
  }
  function begin(job: Job): Promise<void> {
    const going = one(job)
      .catch((error: unknown) => {
        log.error({ err: error, key: job.key }, `result of job ${kind} not recorded`);
      })
      .finally(() => underWay.delete(going));
    underWay.add(going);
    return going;
  }
  const room = () => queue.most(now()) - underWay.size;
  /**
   * True if enough slots are free. A claim costs a transaction, so jobs are not claimed for each
   * single slot.
   */
  const isWorthAClaim = () => room() >= Math.max(1, queue.most(now()) / MIN_CLAIM);
  /** Claims due jobs for the free slots and starts them; returns true if more jobs may be due. */
  async function fill(): Promise<boolean> {
    const most = room();
    const claiming = { kind, lane, except };
    const batch = await database.asSystem((db) => claim(db, claiming, now(), most));
    const going = batch.map(begin);
    const lease = batch[0]?.lease;
    if (lease) void holding(database, lease, () => Promise.all(going));
    return batch.length === most;
  }
  async function all(): Promise<void> {
    while (true) {
      // Checked in a loop, because the state changes while it waits. Returns if no job is running:
      // then no slot can become free.
      while (!isWorthAClaim()) {
        if (underWay.size === 0) return;
        await Promise.race(underWay);
      }
      if (!(await fill())) return;
    }
  }
  const ended = async () => void (await Promise.all(underWay));
  return {
    name,
    everyMs,
    async now() {
      await all();
      await ended();
    },
    async once() {
      await all();
      return everyMs;
    },
    atEnd: ended,
  };
}
