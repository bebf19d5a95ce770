import type { FastifyInstance } from 'fastify';
import type { Database } from '#database/connect.ts';
import {
  type Again,
  type Feature,
  type JobContext,
  type JobQueue,
  PASSED,
  type ScheduledJob,
} from '#kit/server/feature.ts';
import { backoff } from '#kit/shared/backoff.ts';
import { SECOND_MS } from '#kit/shared/durations.ts';
import { isolating } from './pieces.ts';
import { claim, holding, type Job, reasonOf, settle } from './queue.ts';
import { beginAnew, endTurn, passTurn, TURN_LEASE_MS, takeTurn } from './turns.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs every job once, or those of that name; rejects when one fails. */
    runJobs(name?: string): Promise<void>;
  }
}

type Parts = Omit<JobContext, 'each' | 'eachSet'>;

/** One loop: `once` does what is to be done and answers how long to wait. */
interface Looping {
  readonly name: string;
  readonly everyMs: number;
  /** By hand: now, whoever's turn it is. */
  now(): Promise<void>;
  once(): Promise<number>;
  atEnd?(): Promise<void>;
}

/**
 * The scheduler of what features do by themselves: each job runs the first time soon after the
 * start, never twice at once in this process, and again after a failure, which is logged and noted.
 * A server that closes waits for the ones under way.
 */
export function startJobs(
  server: FastifyInstance,
  features: readonly Feature[],
  given: Omit<JobContext, 'log' | 'each' | 'eachSet'>,
): void {
  const parts = { ...given, log: server.log };
  const jobs = features.flatMap((feature) => feature.jobs ?? []);
  const all = jobs.map((job) => ('kind' in job ? queueOf(job, parts) : turnsOf(job, parts)));
  const going = all.map((job) => loop(job, parts));
  server.decorate('runJobs', async (name?: string) => {
    for (const job of all) if (name === undefined || job.name === name) await job.now();
  });
  server.addHook('onReady', async () => {
    const alone = jobs.filter((job) => !('kind' in job) && isAlone(job, parts.database));
    await beginAnew(
      parts.database,
      alone.map(({ name }) => name),
    ).catch((error: unknown) => {
      parts.log.error({ err: error }, 'what the process before held waits for its leases');
    });
  });
  server.addHook('onListen', async () => {
    for (const { begin } of going) begin();
  });
  server.addHook('onClose', async () => {
    await Promise.all(going.map(({ end }) => end()));
  });
}

/** Jitter: where in its first interval a job begins, so that not all fall on one moment. */
const firstDelay = (everyMs: number) => Math.random() * Math.min(everyMs, 2000);

function loop(job: Looping, parts: Parts) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  let ended = false;

  const next = (delay: number) => {
    timer = setTimeout(async () => {
      const once = job.once().catch((error: unknown) => {
        parts.log.error({ err: error }, `the job ${job.name} failed`);
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
        parts.log.error({ err: error }, `the job ${job.name} failed`);
      });
    },
  };
}

/** Of a server alone, or of this process's own: nobody else's turn is asked for. */
function isAlone(job: ScheduledJob, { kind }: Database): boolean {
  return kind === 'embedded' || job.ofProcess === true;
}

/** A recurring job: its rounds, of which one server at a time takes its turn. */
function turnsOf(job: ScheduledJob, parts: Parts): Looping {
  const { name, everyMs } = job;
  const { database, log } = parts;
  const isolated = (always: boolean) => ({ ...parts, ...isolating({ name, always }, parts) });
  const round = async () => job.run(isolated(job.triesEachRound === true));
  const goesAlone = isAlone(job, database);
  let failures = 0;

  /** Notes how the turn went; answers how long to wait. */
  async function ended(lease: string | undefined, error?: unknown): Promise<number> {
    const hasFailed = error !== undefined;
    const isNoted = failures > 0;
    failures = hasFailed ? failures + 1 : 0;
    const afterFailure = job.retryMs ?? backoff(failures, 5 * SECOND_MS, everyMs);
    const nextMs = hasFailed ? afterFailure : everyMs;
    const reason = hasFailed ? reasonOf(error) : undefined;
    if (lease !== undefined || hasFailed || isNoted) {
      await endTurn(database, name, { lease, nextMs, failures, reason });
    }
    return nextMs;
  }
  async function taken(lease: string | undefined): Promise<number> {
    const isRenewed = lease !== undefined && job.mayOverlap !== true;
    try {
      const outcome = await (isRenewed ? holding(database, lease, round, TURN_LEASE_MS) : round());
      if (outcome !== PASSED) return await ended(lease);
      if (lease !== undefined) await passTurn(database, lease);
      return everyMs;
    } catch (error) {
      log.error({ err: error }, `the job ${name} failed`);
      return ended(lease, error ?? 'unknown');
    }
  }
  return {
    name,
    everyMs,
    now: async () => void (await job.run(isolated(true))),
    async once() {
      if (goesAlone) return taken(undefined);
      const turn = await takeTurn(database, name, everyMs);
      if ('lease' in turn) return taken(turn.lease);
      // Sooner than it is due, if the server whose turn it was is gone by then.
      return Math.min(turn.waitMs, everyMs / 4);
    },
    ...(job.alsoAtEnd && { atEnd: async () => void (await round()) }),
  };
}

/** The single jobs of a kind: as many at once as it says, until none is due. */
function queueOf(queue: JobQueue, parts: Parts): Looping {
  const { name, kind, everyMs } = queue;
  const { database, log, now } = parts;
  const context = { ...parts, ...isolating({ name: kind, always: false }, parts) };

  async function one(job: Job): Promise<void> {
    const again = await queue.run(job, context).catch((error: unknown): Again => {
      log.error({ err: error, key: job.key }, `a job of the kind ${kind} failed`);
      return { at: new Date(now().getTime() + backoff(job.attempts)), reason: reasonOf(error) };
    });
    await database.asSystem((db) => settle(db, job, again));
  }
  async function all(): Promise<void> {
    for (;;) {
      const most = queue.most(now());
      if (most === 0) return;
      const batch = await database.asSystem((db) => claim(db, kind, now(), most));
      const lease = batch[0]?.lease;
      if (lease) await holding(database, lease, () => eachSettled(batch, one));
      if (batch.length < most) return;
    }
  }
  return {
    name,
    everyMs,
    now: all,
    async once() {
      await all();
      return everyMs;
    },
  };
}

/** All at once; the first failure is what it rejects with when all have ended. */
async function eachSettled<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const ended = await Promise.allSettled(all.map(work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
